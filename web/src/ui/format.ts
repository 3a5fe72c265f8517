// fixed is a number with so many digits behind the point; what rounds to nothing has no sign.
export function fixed(v: number, digits: number): string {
  const text = v.toFixed(digits)
  return Number(text) === 0 ? (0).toFixed(digits) : text
}
