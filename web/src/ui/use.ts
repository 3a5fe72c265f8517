// Signals in components.
import { useEffect, useState } from 'preact/hooks'
import type { Signal } from '../signal'

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
