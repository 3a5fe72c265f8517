// The thread of the scene: it receives what is large, on a connection of its own, and draws it, so that neither holds up the page, its pads or
// its stop. While it draws it receives nothing, and the bridge drops what would be late.
import { Ros, Topic } from 'roslib'
import { decode } from './cloud'
import type { PointCloud2, SegmentedObjectList } from './messages'
import type { FromView, SceneNews, SceneShown, ToPage, ToView } from './port'
import { Tree } from './tf'
import { View } from './view3d'

const post = (m: ToPage) => self.postMessage(m)
const between = 100 // ms from cloud to cloud
const frame = 15 // ms from one look at what has moved to the next

function listen(url: string, cloud: string, objects: string, onCloud: (m: PointCloud2<Uint8Array>) => void, onObjects: (l: SegmentedObjectList) => void): void {
  const ros = new Ros({})
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => void ros.connect(url).catch(again)
  const again = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      connect()
    }, 1000)
  }
  ros.on('close', again)
  ros.on('error', again)
  new Topic<PointCloud2<Uint8Array>>({ ros, name: cloud, messageType: 'sensor_msgs/PointCloud2', compression: 'cbor', throttle_rate: between, queue_length: 1 }).subscribe(onCloud)
  new Topic<SegmentedObjectList>({ ros, name: objects, messageType: 'rail_manipulation_msgs/SegmentedObjectList', queue_length: 1 }).subscribe(onObjects)
  connect()
}

interface Running {
  view: View | undefined
  repaint: () => void
}

function start({ canvas, config, robot }: Extract<ToView, { kind: 'start' }>): Running {
  const tree = new Tree()
  const say = (m: FromView) => robot.postMessage(m)
  const now: Partial<SceneShown> = {}
  let list: SegmentedObjectList | undefined
  let asked = false
  let view: View | undefined
  try {
    view = new View(canvas, tree, config.frame, config.tip)
    view.onAim = (camera) => post({ kind: 'aim', camera })
    view.onDrawn = (pace) => post({ kind: 'picture', count: pace.drawn, took: pace.took, share: pace.share, scale: pace.scale })
  } catch (err) { // what is on the table is needed all the same
    post({ kind: 'failed', text: err instanceof Error ? err.message : String(err) })
  }

  const box = () => view?.objects(now.known ? list : undefined, now.held ? -1 : (now.selected ?? 0))
  const ghost = () => view?.held(now.held, now.mark)
  const feel = () => now.touch && view?.feel(now.touch)
  robot.onmessage = (e: MessageEvent<SceneNews>) => {
    const { shown, frames } = e.data
    Object.assign(now, shown)
    tree.take(frames)
    view?.move()
    if ('touch' in shown) feel()
    if ('known' in shown || 'selected' in shown || 'held' in shown) box()
    if ('grasps' in shown || 'grasp' in shown) view?.grasps(now.grasps ?? [], now.grasp ?? 0)
    if ('held' in shown || 'mark' in shown) ghost()
    if (asked) return
    asked = true
    setTimeout(() => {
      asked = false
      say({ kind: 'drawn' })
    }, Math.max(frame, view?.pace.wait(performance.now()) ?? 0))
  }
  say({ kind: 'drawn' })

  listen(config.url, config.cloud, config.objects, (m) => {
    try {
      const points = decode(m)
      view?.points(points)
      post({ kind: 'cloud', points: points.count })
    } catch (err) {
      say({ kind: 'problem', text: `cloud: ${err instanceof Error ? err.message : String(err)}` })
    }
  }, (m) => {
    const objects = m.objects.map((o) => ({
      point_cloud: o.point_cloud, centroid: o.centroid, center: o.center, width: o.width, depth: o.depth, height: o.height, recognized: o.recognized, name: o.name,
    }))
    list = { header: m.header, cleared: m.cleared, objects }
    now.known = true
    box()
    say({ kind: 'objects', list })
  })
  return {
    view,
    repaint: () => {
      box()
      ghost()
      feel()
    },
  }
}

let running: Running | undefined

self.onmessage = (e: MessageEvent<ToView>) => {
  const m = e.data
  if (m.kind === 'start') {
    running ??= start(m)
    return
  }
  const view = running?.view
  if (!view) return
  switch (m.kind) {
    case 'size':
      view.resize(m.width, m.height, m.ratio)
      break
    case 'theme':
      view.theme(m.dark)
      running?.repaint()
      view.now() // the page around it has changed already
      break
    case 'camera':
      view.look(m.camera)
      break
    case 'click': {
      const hit = view.pick(m.x, m.y, m.foot)
      if (!hit) break
      if ('object' in hit) post({ kind: 'picked', object: hit.object })
      else post({ kind: 'pointed', at: hit.at })
      break
    }
  }
}
