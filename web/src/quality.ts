// Colours of grasps by quality: blue to yellow by way of green, evenly brighter, told apart without telling red from green.
const stops = [0x4b3b8f, 0x2f7f8e, 0x45b06f, 0xe8d53a] as const

// quality is a colour, 0xrrggbb, for 0 to 1.
export function quality(q: number): number {
  const x = Math.min(1, Math.max(0, q)) * (stops.length - 1)
  const i = Math.min(stops.length - 2, Math.floor(x))
  const [a, b] = [stops[i] as number, stops[i + 1] as number]
  return [16, 8, 0].reduce((sum, k) => sum + (Math.round(((a >> k) & 255) + (x - i) * (((b >> k) & 255) - ((a >> k) & 255))) << k), 0)
}
