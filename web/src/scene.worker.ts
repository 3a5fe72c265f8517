// What is large is received and read here, on a connection and a thread of its own, so that it holds up neither the page nor its stop.
import { Ros, Topic } from 'roslib'
import { decode } from './cloud'
import type { PointCloud2, SegmentedObjectList } from './messages'
import type { FromWorker, ToWorker } from './sceneport'

const post = (m: FromWorker, transfer: Transferable[] = []) => self.postMessage(m, { transfer })

let busy = false
let waiting: PointCloud2<Uint8Array> | undefined

// A cloud is sent on when the page has drawn the one before; of those that come meanwhile the newest counts.
function give(m: PointCloud2<Uint8Array>): void {
  if (busy) {
    waiting = m
    return
  }
  try {
    const points = decode(m)
    busy = true
    post({ kind: 'points', points }, [points.position.buffer, points.colour.buffer])
  } catch (err) {
    post({ kind: 'problem', text: `cloud: ${err instanceof Error ? err.message : String(err)}` })
  }
}

self.onmessage = (e: MessageEvent<ToWorker>) => {
  const m = e.data
  if (m.kind === 'drawn') {
    busy = false
    const next = waiting
    waiting = undefined
    if (next) give(next)
    return
  }
  const ros = new Ros({})
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => void ros.connect(m.url).catch(again)
  const again = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      connect()
    }, 1000)
  }
  ros.on('close', again)
  ros.on('error', again)
  new Topic<PointCloud2<Uint8Array>>({
    ros, name: m.cloud, messageType: 'sensor_msgs/PointCloud2', compression: 'cbor', throttle_rate: 100, queue_length: 1,
  }).subscribe(give)
  new Topic<SegmentedObjectList>({
    ros, name: m.objects, messageType: 'rail_manipulation_msgs/SegmentedObjectList', queue_length: 1,
  }).subscribe((list) => {
    const objects = list.objects.map((o) => ({
      point_cloud: o.point_cloud, centroid: o.centroid, center: o.center, width: o.width, depth: o.depth, height: o.height, recognized: o.recognized, name: o.name,
    }))
    post({ kind: 'objects', list: { header: list.header, cleared: list.cleared, objects } })
  })
  connect()
}
