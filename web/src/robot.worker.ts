// The thread that hears the robot and carries out tasks. What it knows goes to the page and to the view as fast as they draw, and no faster.
import { differences, Outbox } from './outbox'
import type { FromRobot, FromView, News, SceneNews, SceneShown, Shown, ToRobot } from './port'
import { Robot } from './robot'
import { Tasks } from './tasks'

const post = (m: FromRobot) => self.postMessage(m)

interface Running {
  robot: Robot
  tasks: Tasks
  page: Outbox<News>
}

function start(m: Extract<ToRobot, { kind: 'start' }>): Running {
  const robot = new Robot(m.config)
  const { link, mode, describe, reading, touch, phases, objects, plan, grasps, selected, grasp, held, mark, descriptions } = robot

  const shown = differences<Shown>()
  const page = new Outbox<News>(() => {
    const news = shown({
      link: link.state.value, mode: mode.value, describe: describe.value, reading: reading.value, touch: touch.value, phases: phases.value, objects: objects.value, plan: plan.value,
      selected: selected.value, grasp: grasp.value, held: held.value, mark: mark.value, descriptions: descriptions.value,
    })
    const { samples, told, heard, came } = robot
    if (!news && told.length === 0 && !heard) return undefined
    robot.samples = { forces: [], gap: [], slip: [] }
    robot.told = []
    robot.heard = false
    return { kind: 'news', shown: news ?? {}, samples, told, heard, came }
  }, post)

  const inScene = differences<SceneShown>()
  const view = new Outbox<SceneNews>(() => {
    const news = inScene({ touch: touch.value, grasps: grasps.value, selected: selected.value, grasp: grasp.value, held: held.value, mark: mark.value, known: objects.value !== undefined })
    if (!news && robot.frames.size === 0) return undefined
    const frames = { transforms: [...robot.frames.values()] }
    robot.frames.clear()
    return { kind: 'scene', shown: news ?? {}, frames }
  }, (news) => m.view.postMessage(news))

  robot.onChange = () => {
    page.changed()
    view.changed()
  }
  for (const s of [link.state, mode, describe, reading, touch, phases, robot.list, plan, selected, grasp, held, mark, descriptions]) s.subscribe(robot.onChange)
  m.view.onmessage = (e: MessageEvent<FromView>) => {
    const m = e.data
    if (m.kind === 'drawn') view.drawn()
    else if (m.kind === 'objects') robot.segmented(m.list)
    else robot.tell('warn', m.text)
  }
  return { robot, tasks: new Tasks(robot), page }
}

async function answer(id: number, work: Promise<unknown>): Promise<void> {
  try {
    post({ kind: 'answer', id, value: await work })
  } catch (err) {
    post({ kind: 'answer', id, problem: err instanceof Error ? err.message : String(err) })
  }
}

let running: Running | undefined

self.onmessage = (e: MessageEvent<ToRobot>) => {
  const m = e.data
  if (m.kind === 'start') {
    running ??= start(m)
    return
  }
  if (!running) return
  const { robot, tasks, page } = running
  switch (m.kind) {
    case 'drawn':
      page.drawn()
      break
    case 'run':
      void answer(m.id, tasks.run(m.task))
      break
    case 'call':
      void answer(m.id, robot.link.call(m.service, m.type, m.request, m.timeout))
      break
    case 'choose':
      if (m.selected !== undefined) robot.selected.set(m.selected)
      if (m.grasp !== undefined) robot.grasp.set(m.grasp)
      break
    case 'mark':
      robot.mark.set(robot.held.value ? m.at : undefined)
      break
  }
}
