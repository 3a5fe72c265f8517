import { useEffect, useRef, useState } from 'preact/hooks'
import type { Robot } from '../robot'
import type { FromWorker, ToWorker } from '../sceneport'
import { useSignal } from '../signal'
import { dark } from '../theme'
import { quality, View } from '../view3d'

export function SceneView({ robot }: { robot: Robot }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<View | undefined>(undefined)
  const [problem, setProblem] = useState('')
  const [count, setCount] = useState(0)
  const objects = useSignal(robot.objects)
  const selected = useSignal(robot.selected)
  const plan = useSignal(robot.plan)
  const grasp = useSignal(robot.grasp)

  useEffect(() => {
    const c = canvas.current as HTMLCanvasElement
    let v: View
    try {
      v = new View(c, robot.frames, robot.tree, robot.config.frame, robot.config.tip)
    } catch (err) {
      setProblem(`3D is not available: ${err instanceof Error ? err.message : String(err)}`)
      return
    }
    view.current = v
    Object.assign((window as unknown as { holdfast: object }).holdfast ?? {}, { view: v })
    v.onPick = (i) => robot.selected.set(i)
    v.theme(dark.value)
    const size = new ResizeObserver(() => v.resize(c.clientWidth, c.clientHeight))
    size.observe(c)
    const ends = [
      dark.subscribe((d) => {
        v.theme(d)
        v.objects(robot.objects.value, robot.selected.value)
        if (robot.touch.value) v.feel(robot.touch.value)
      }),
      robot.moved.subscribe(() => v.move()),
      robot.touch.subscribe((m) => m && v.feel(m)),
    ]
    const worker = new Worker(new URL('../scene.worker.ts', import.meta.url), { type: 'module' })
    const say = (m: ToWorker) => worker.postMessage(m)
    worker.onmessage = (e: MessageEvent<FromWorker>) => {
      const m = e.data
      if (m.kind === 'problem') robot.tell('warn', m.text)
      if (m.kind === 'objects') {
        robot.plan.set(undefined)
        robot.selected.set(Math.max(0, Math.min(robot.selected.value, m.list.objects.length - 1)))
        robot.objects.set(m.list)
      }
      if (m.kind === 'points') {
        robot.frames.next('points', () => {
          v.points(m.points)
          setCount(m.points.count)
          say({ kind: 'drawn' })
        })
      }
    }
    say({ kind: 'start', url: robot.config.url, cloud: robot.config.cloud, objects: robot.config.objects })
    return () => {
      worker.terminate()
      size.disconnect()
      for (const end of ends) end()
    }
  }, [robot])

  useEffect(() => view.current?.objects(objects, selected), [objects, selected])
  useEffect(() => view.current?.grasps(plan?.grasps ?? [], grasp), [plan, grasp])

  const list = objects?.objects ?? []
  return (
    <section class="scene" aria-label="Scene">
      <canvas ref={canvas} tabIndex={0} role="img" data-points={count} aria-label={`The table in 3D: ${count} points, ${list.length} objects. Arrow keys move the view.`} />
      {problem && <p class="problem" role="alert">{problem}</p>}
      {!problem && count === 0 && <p class="problem">waiting for a cloud on {robot.config.cloud}</p>}
      <div class="choices">
        <label>
          Object
          <select value={selected} disabled={list.length === 0} onChange={(e) => robot.selected.set(Number(e.currentTarget.value))}>
            {list.length === 0 && <option value={0}>none yet</option>}
            {list.map((o, i) => (
              <option key={i} value={i}>
                {i + 1}: {o.recognized ? o.name : `${Math.round(o.width * 1e3)} × ${Math.round(o.depth * 1e3)} × ${Math.round(o.height * 1e3)} mm`}
              </option>
            ))}
          </select>
        </label>
        {plan && plan.grasps.length > 0 && (
          <label>
            Grasp
            <select value={grasp} onChange={(e) => robot.grasp.set(Number(e.currentTarget.value))}>
              {plan.grasps.map((g, i) => (
                <option key={i} value={i}>
                  {i + 1}: quality {g.grasp_quality.toFixed(2)}
                </option>
              ))}
            </select>
            <span class="ramp" title="quality 0 to 1" style={{ background: `linear-gradient(90deg, ${[0, 1 / 3, 2 / 3, 1].map((q) => `#${quality(q).getHexString()}`).join(',')})` }} />
          </label>
        )}
      </div>
    </section>
  )
}
