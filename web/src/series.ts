// Samples over the time, the latest of a window, in a ring: bounded whatever comes.

export class Series {
  readonly columns: number
  #capacity: number
  #time: Float64Array
  #data: Float64Array[]
  #next = 0
  #count = 0

  constructor(columns: number, capacity: number) {
    this.columns = columns
    this.#capacity = capacity
    this.#time = new Float64Array(capacity)
    this.#data = Array.from({ length: columns }, () => new Float64Array(capacity))
  }

  get count(): number {
    return this.#count
  }

  get last(): number {
    return this.#count === 0 ? Number.NaN : (this.#time[(this.#next + this.#capacity - 1) % this.#capacity] as number)
  }

  // push takes a sample. Time that jumps back (a clock that was set, a simulation that began anew) clears what was there.
  push(t: number, ...values: number[]): void {
    if (!Number.isFinite(t)) return
    if (this.#count > 0 && t < this.last) this.clear()
    this.#time[this.#next] = t
    for (let i = 0; i < this.columns; i++) (this.#data[i] as Float64Array)[this.#next] = values[i] ?? Number.NaN
    this.#next = (this.#next + 1) % this.#capacity
    this.#count = Math.min(this.#count + 1, this.#capacity)
  }

  clear(): void {
    this.#next = this.#count = 0
  }

  // window gives the samples since a time: their times less now, and the columns; a value that is not known is null.
  window(since: number, now: number): (number | null)[][] {
    const out: (number | null)[][] = Array.from({ length: this.columns + 1 }, () => [])
    for (let k = 0; k < this.#count; k++) {
      const i = (this.#next - this.#count + k + this.#capacity) % this.#capacity
      const t = this.#time[i] as number
      if (t < since) continue
      ;(out[0] as number[]).push(t - now)
      for (let c = 0; c < this.columns; c++) {
        const v = (this.#data[c] as Float64Array)[i] as number
        ;(out[c + 1] as (number | null)[]).push(Number.isFinite(v) ? v : null)
      }
    }
    return out
  }
}
