// Light or dark: as the system is set, unless the address or the button says otherwise.
import { Signal } from './signal'

export type Theme = 'auto' | 'light' | 'dark'

const system = matchMedia('(prefers-color-scheme: dark)')
let chosen: Theme = 'auto'

export const dark = new Signal(system.matches)

function apply(): void {
  const on = chosen === 'dark' || (chosen === 'auto' && system.matches)
  document.documentElement.dataset['theme'] = on ? 'dark' : 'light'
  dark.set(on)
}

export function setTheme(t: Theme): void {
  chosen = t
  apply()
}

export const toggleTheme = (): void => setTheme(dark.value ? 'light' : 'dark')

system.addEventListener('change', apply)
