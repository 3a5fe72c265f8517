import { useEffect, useRef, useState } from 'preact/hooks'
import type { RobotPort } from '../robotport'
import type { TaskName } from '../port'
import { dark, toggleTheme } from '../theme'
import { Events } from './Events'
import { Flights } from './Flights'
import { Pads } from './Pads'
import { Parameters } from './Parameters'
import { PhaseBar } from './PhaseBar'
import { Plots } from './Plots'
import { SceneView } from './SceneView'
import { Status } from './Status'
import { StopButton } from './StopButton'
import { TaskBar } from './TaskBar'
import { useSignal } from './use'

const tabs = ['Events', 'Parameters', 'Flights'] as const
type Tab = (typeof tabs)[number]

export const keys: Record<string, TaskName> = { s: 'segment', p: 'plan', k: 'pick', l: 'place', g: 'grab', r: 'release' }

export function App({ robot, view }: { robot: RobotPort; view: MessagePort }) {
  const [tab, setTab] = useState<Tab>('Events')
  const [busy, setBusy] = useState<TaskName | undefined>()
  const running = useRef(false)
  const isDark = useSignal(dark)

  const run = async (name: TaskName) => {
    if (running.current) return
    running.current = true
    setBusy(name)
    try {
      robot.tell('good', `${name}: ${await robot.run(name)}`)
    } catch (err) {
      robot.tell('bad', `${name}: ${err instanceof Error ? err.message : String(err)}`)
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }

  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key === 'Escape') {
        robot.stop.press()
        return
      }
      const t = e.target as HTMLElement
      if (e.ctrlKey || e.metaKey || e.altKey || e.repeat || t.matches('input, select, textarea')) return
      const name = keys[e.key.toLowerCase()]
      if (name && robot.link.value === 'open') void run(name)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [robot])

  return (
    <>
      <header>
        <h1>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2h3v9l3 2 3-2V2h3v10l-6 3-6-3z" /></svg>
          Holdfast
        </h1>
        <Status robot={robot} />
        <button class="quiet theme" onClick={toggleTheme} aria-label={isDark ? 'Light colours' : 'Dark colours'} title={isDark ? 'Light colours' : 'Dark colours'}>
          {isDark ? '☀' : '☾'}
        </button>
        <StopButton stop={robot.stop} />
      </header>
      <main>
        <SceneView robot={robot} view={view} />
        <section class="side" aria-label="Hand">
          <TaskBar robot={robot} busy={busy} run={run} />
          <PhaseBar robot={robot} />
          <Pads robot={robot} />
          <Plots robot={robot} />
        </section>
        <section class="notes" aria-label="Records">
          <div role="tablist" aria-label="Records">
            {tabs.map((t) => (
              <button
                key={t} role="tab" id={`tab-${t}`} aria-selected={tab === t} aria-controls="panel" tabIndex={tab === t ? 0 : -1}
                onClick={() => setTab(t)}
                onKeyDown={(e) => {
                  const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? tabs.length - 1 : 0
                  if (!step) return
                  const next = tabs[(tabs.indexOf(t) + step) % tabs.length] as Tab
                  setTab(next)
                  document.getElementById(`tab-${next}`)?.focus()
                }}
              >
                {t}
              </button>
            ))}
          </div>
          <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
            {tab === 'Events' && <Events robot={robot} />}
            {tab === 'Parameters' && <Parameters robot={robot} />}
            {tab === 'Flights' && <Flights robot={robot} />}
          </div>
        </section>
      </main>
    </>
  )
}
