// Latest wins: what comes faster than it can be drawn is replaced, never queued, so that the page shows the present however slow it is.

type Draw = (now: number) => void

export class Frames {
  #wanted = new Map<string, Draw>()
  #request: (f: (now: number) => void) => number
  #asked = false
  drawn = 0
  dropped = 0

  constructor(request: (f: (now: number) => void) => number = (f) => requestAnimationFrame(f)) {
    this.#request = request
  }

  // next has draw called in the next frame, in place of what the same key wanted before.
  next(key: string, draw: Draw): void {
    if (this.#wanted.has(key)) this.dropped++
    this.#wanted.set(key, draw)
    if (!this.#asked) {
      this.#asked = true
      this.#request((now) => this.#frame(now))
    }
  }

  #frame(now: number): void {
    this.#asked = false
    const all = [...this.#wanted.values()]
    this.#wanted.clear()
    for (const draw of all) {
      this.drawn++
      try {
        draw(now)
      } catch (err) {
        console.error(err) // one drawing that fails must not take the others along
      }
    }
  }
}
