import { useEffect, useState } from 'preact/hooks'
import { check, describe, type Description } from '../params'
import type { RobotPort } from '../robotport'
import { useSignal } from './use'

type Values = Record<string, unknown>

export function Parameters({ robot }: { robot: RobotPort }) {
  const text = useSignal(robot.descriptions)
  const link = useSignal(robot.link)
  const [values, setValues] = useState<Values | undefined>()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [find, setFind] = useState('')
  const hand = robot.config.hand

  const load = async () => {
    const a = await robot.call<{ value: string }>('/rosapi/get_param', 'rosapi/GetParam', { name: hand })
    setValues(JSON.parse(a.value) as Values)
  }
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined
    const read = () =>
      load().catch((err: Error) => {
        robot.tell('bad', `parameters: ${err.message}`)
        again = setTimeout(read, 2000)
      })
    if (link === 'open') void read()
    return () => clearTimeout(again)
  }, [link])

  const set = async (d: Description, typed: string) => {
    const was = values?.[d.name]
    const c = check(d, typed)
    if ('problem' in c) {
      setProblems((p) => ({ ...p, [d.name]: c.problem }))
      return
    }
    setProblems(({ [d.name]: _, ...rest }) => rest)
    if (c.value === was) return
    const put = (v: unknown) => robot.call('/rosapi/set_param', 'rosapi/SetParam', { name: `${hand}/${d.name}`, value: JSON.stringify(v) })
    try {
      await put(c.value)
      await robot.call(`${hand}/reload_params`, 'std_srvs/Empty', {})
      robot.tell('good', `${d.name} is ${String(c.value)}${d.unit ? ` ${d.unit}` : ''}`)
      setValues((v) => ({ ...v, [d.name]: c.value }))
    } catch (err) {
      const why = err instanceof Error ? err.message : String(err)
      robot.tell('bad', `${d.name}: ${why}`)
      setProblems((p) => ({ ...p, [d.name]: why }))
      if (was !== undefined) await put(was).catch(() => {})
    }
  }

  const list = describe(text).filter((d) => !find || d.name.includes(find.toLowerCase().replaceAll(' ', '_')) || d.doc.toLowerCase().includes(find.toLowerCase()))
  if (text === '') return <p class="empty">{hand} does not describe its parameters.</p>
  return (
    <form class="parameters" onSubmit={(e) => e.preventDefault()}>
      <label class="find">
        Find <input type="search" value={find} onInput={(e) => setFind(e.currentTarget.value)} />
      </label>
      {values === undefined && <p class="empty">reading</p>}
      {values !== undefined &&
        list.map((d) => {
          const value = values[d.name] === undefined ? d.default : String(values[d.name])
          const id = `p-${d.name}`
          const problem = problems[d.name]
          const number = d.type === 'float' || d.type === 'int'
          return (
            <div key={d.name} class={`parameter ${problem ? 'wrong' : ''} ${value !== d.default ? 'changed' : ''}`}>
              <label for={id}>{d.name.replaceAll('_', ' ')}</label>
              {d.type === 'bool' ? (
                <input id={id} type="checkbox" checked={value === 'true'} aria-describedby={`${id}-d`} onChange={(e) => void set(d, String(e.currentTarget.checked))} />
              ) : d.choices?.length ? (
                <select id={id} value={value} aria-describedby={`${id}-d`} onChange={(e) => void set(d, e.currentTarget.value)}>
                  {d.choices.map((c) => <option key={c}>{c}</option>)}
                </select>
              ) : (
                <span class="with-unit">
                  <input
                    id={id} type="text" inputMode={number ? 'decimal' : 'text'} value={value} aria-describedby={`${id}-d`} aria-invalid={problem !== undefined}
                    onChange={(e) => void set(d, e.currentTarget.value)}
                  />
                  {d.unit && <span class="unit">{d.unit}</span>}
                </span>
              )}
              <p id={`${id}-d`}>
                {problem && <b>{problem}. </b>}
                {d.doc}
                {number && d.min !== undefined && ` (${d.min} to ${d.max}${d.unit ? ` ${d.unit}` : ''}; ${d.default})`}
              </p>
            </div>
          )
        })}
    </form>
  )
}
