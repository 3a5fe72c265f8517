// What the page and its worker say to each other.
import type { Points } from './cloud'
import type { SegmentedObjectList } from './messages'

export type ToWorker = { kind: 'start'; url: string; cloud: string; objects: string } | { kind: 'drawn' }
export type FromWorker = { kind: 'points'; points: Points } | { kind: 'objects'; list: SegmentedObjectList } | { kind: 'problem'; text: string }
