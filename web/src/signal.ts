// A value that tells when it changes.
import { useEffect, useState } from 'preact/hooks'

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

export function useSignal<T>(s: Signal<T>): T {
  const [, again] = useState(0)
  useEffect(() => {
    let seen = s.value
    const look = () => {
      if (Object.is(seen, s.value)) return
      seen = s.value
      again((n) => n + 1)
    }
    const end = s.subscribe(look)
    again((n) => n + 1) // it may have changed before
    return end
  }, [s])
  return s.value
}
