// Outbox is what a thread has to say to another that may be slow: one parcel is on its way at a time, the next leaves when the other says
// that it has drawn, and holds the newest of each thing.
export class Outbox<P> {
  #parcel: () => P | undefined
  #send: (p: P) => void
  #free = false
  #asked = false
  sent = 0

  // parcel gives what has changed since it was called last, undefined for nothing.
  constructor(parcel: () => P | undefined, send: (p: P) => void) {
    this.#parcel = parcel
    this.#send = send
  }

  // drawn is the other's word that it takes the next.
  drawn(): void {
    this.#free = true
    this.#go()
  }

  // changed says that there is something new. What changes in one turn goes together.
  changed(): void {
    if (!this.#free || this.#asked) return
    this.#asked = true
    queueMicrotask(() => {
      this.#asked = false
      this.#go()
    })
  }

  #go(): void {
    if (!this.#free) return
    const p = this.#parcel()
    if (p === undefined) return
    this.#free = false
    this.sent++
    this.#send(p)
  }
}

// differences gives what is not as it was when it was called last, undefined where everything is.
export function differences<T extends object>(): (now: T) => Partial<T> | undefined {
  let was: Partial<T> = {}
  return (now) => {
    const news: Partial<T> = {}
    let any = false
    for (const k of Object.keys(now) as (keyof T)[]) {
      if (Object.is(was[k], now[k])) continue
      news[k] = now[k]
      any = true
    }
    was = now
    return any ? news : undefined
  }
}
