// A value that tells when it changes.
export class Signal<T> {
  #value: T
  #listeners = new Set<(value: T) => void>()

  constructor(value: T) {
    this.#value = value
  }

  get value(): T {
    return this.#value
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const f of [...this.#listeners]) f(value)
  }

  // subscribe returns what ends it.
  subscribe(f: (value: T) => void): () => void {
    this.#listeners.add(f)
    return () => void this.#listeners.delete(f)
  }
}
