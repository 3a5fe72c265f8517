import { useEffect, useRef, useState } from 'preact/hooks'
import { Eye, follow, key } from '../orbit'
import type { Body, ToPage, ToView } from '../port'
import { quality } from '../quality'
import type { RobotPort } from '../robotport'
import { dark } from '../theme'
import { useSignal } from './use'

const step = 0.01 // m that a key moves the mark

const name = (b: Body): string => b.name || `${Math.round(b.width * 1e3)} × ${Math.round(b.depth * 1e3)} × ${Math.round(b.height * 1e3)} mm`
const css = (c: number): string => `#${c.toString(16).padStart(6, '0')}`
const ramp = `linear-gradient(90deg, ${[0, 1 / 3, 2 / 3, 1].map((q) => css(quality(q))).join(',')})`
const cm = (m: number, ahead: string, back: string): string => `${Math.abs(m * 100).toFixed(0)} cm ${m < 0 ? back : ahead}`

// pictures is what the view's thread says of its last one; for measurements.
export interface Pictures {
  count: number
  took: number
  share: number
  scale: number
}

export function SceneView({ robot, view }: { robot: RobotPort; view: MessagePort }) {
  const place = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState('')
  const [count, setCount] = useState(0)
  const objects = useSignal(robot.objects)
  const selected = useSignal(robot.selected)
  const plan = useSignal(robot.plan)
  const grasp = useSignal(robot.grasp)
  const held = useSignal(robot.held)
  const mark = useSignal(robot.mark)

  useEffect(() => {
    const box = place.current as HTMLDivElement
    const canvas = box.firstElementChild as HTMLCanvasElement
    const worker = new Worker(new URL('../view.worker.ts', import.meta.url), { type: 'module' })
    const say = (m: ToView, transfer: Transferable[] = []) => worker.postMessage(m, transfer)
    const eye = new Eye({ position: { x: -0.4, y: 0.6, z: 1.6 }, target: { x: 0.95, y: 0, z: 0.75 } })
    const look = () => robot.frames.next('camera', () => say({ kind: 'camera', camera: eye.camera }))
    worker.onmessage = (e: MessageEvent<ToPage>) => {
      const m = e.data
      switch (m.kind) {
        case 'aim':
          eye.aim(m.camera)
          break
        case 'cloud':
          setCount(m.points)
          break
        case 'picked':
          robot.choose({ selected: m.object })
          break
        case 'pointed':
          robot.standAt(m.at)
          break
        case 'failed':
          setProblem(`3D is not available: ${m.text}`)
          break
        case 'picture':
          Object.assign((window as unknown as { holdfast: { pictures?: Pictures } }).holdfast ?? {}, { pictures: m })
          break
      }
    }
    worker.onerror = (e) => setProblem(`3D is not available: ${e.message}`)
    try {
      const canvas2 = canvas.transferControlToOffscreen()
      say({ kind: 'start', canvas: canvas2, config: robot.config, robot: view }, [canvas2, view])
    } catch (err) {
      setProblem(`3D is not available: ${err instanceof Error ? err.message : String(err)}`)
      return
    }
    say({ kind: 'theme', dark: dark.value })
    look()
    const size = new ResizeObserver(() => say({ kind: 'size', width: canvas.clientWidth, height: canvas.clientHeight, ratio: devicePixelRatio }))
    size.observe(canvas)
    const end = dark.subscribe((d) => say({ kind: 'theme', dark: d }))
    follow(canvas, eye, look, (x, y) => say({
      kind: 'click', x: (2 * x) / canvas.clientWidth - 1, y: 1 - (2 * y) / canvas.clientHeight, foot: robot.held.value?.stood.z,
    }))
    canvas.addEventListener('keydown', (e) => {
      const h = robot.held.value
      if (h && e.shiftKey && e.key.startsWith('Arrow')) {
        const at = robot.mark.value ?? h.stood
        const [dx, dy] = ({ ArrowUp: [step, 0], ArrowDown: [-step, 0], ArrowLeft: [0, step], ArrowRight: [0, -step] }[e.key] ?? [0, 0]) as [number, number]
        robot.standAt({ ...at, x: at.x + dx, y: at.y + dy })
      } else if (key(eye, e)) look()
      else return
      e.preventDefault()
    })
    return () => {
      worker.terminate()
      size.disconnect()
      end()
    }
  }, [robot])

  return (
    <section class="scene" aria-label="Scene">
      <div ref={place} class="picture">
        <canvas
          tabIndex={0} role="img" data-points={count}
          aria-label={`The table in 3D: ${count} points, ${objects?.length ?? 0} objects. Arrow keys turn the view, plus and minus bring it nearer${held ? ', Shift and arrow keys move the place where the object will stand' : ''}.`}
        />
      </div>
      {problem && <p class="problem" role="alert">{problem}</p>}
      {!problem && count === 0 && <p class="problem">waiting for a cloud on {robot.config.cloud}</p>}
      <div class="choices">
        {!held && (
          <label>
            Object
            <select value={selected} disabled={!objects?.length} onChange={(e) => robot.choose({ selected: Number(e.currentTarget.value) })}>
              {!objects?.length && <option value={0}>none yet</option>}
              {objects?.map((o, i) => (
                <option key={i} value={i}>
                  {i + 1}: {name(o)}
                </option>
              ))}
            </select>
          </label>
        )}
        {!held && plan && plan.quality.length > 0 && (
          <label>
            Grasp
            <select value={grasp} onChange={(e) => robot.choose({ grasp: Number(e.currentTarget.value) })}>
              {plan.quality.map((q, i) => (
                <option key={i} value={i}>
                  {i + 1}: quality {q.toFixed(2)}
                </option>
              ))}
            </select>
            <span class="ramp" title="quality 0 to 1" style={{ background: ramp }} />
          </label>
        )}
        {held && (
          <p class="where" role="status">
            <span>
              Place {held.object + 1}: {mark ? <b>{cm(mark.x - held.stood.x, 'ahead', 'back')}, {cm(mark.y - held.stood.y, 'left', 'right')}</b> : <b>where it stood</b>}
            </span>
            {mark ? <button class="quiet" onClick={() => robot.standAt(undefined)}>where it stood</button> : <span class="hint">or click a place on the table</span>}
          </p>
        )}
      </div>
    </section>
  )
}
