// What the page and its threads say to each other. The robot's thread hears the graph and carries out tasks, the view's thread hears clouds
// and draws them; the page has what is left: buttons, pads and plots. Nothing is sent to a thread before it has drawn what it was sent last,
// and of all that changes meanwhile it gets the newest, so that none ever shows the past, however slow it is.
import type { Config } from './config'
import type { LinkState } from './link'
import type { Grasp, SegmentedObjectList, Tactile, TFMessage, Vec } from './messages'

export type TaskName = 'segment' | 'plan' | 'pick' | 'place' | 'grab' | 'release'

export interface Reading {
  gap: number // m
  left: number // N
  right: number
  slip: boolean
  limited: boolean
  empty: boolean
}

export interface Body {
  width: number // m
  depth: number
  height: number
  name: string // where it was recognised
}

// Held is what a pick from here has taken.
export interface Held {
  object: number
  body: Body
  stood: Vec // the middle of its foot before, in the scene's frame, m
}

export interface Plan {
  object: number
  quality: number[] // of the grasps, best first
}

// Shown is what the page knows of the robot.
export interface Shown {
  link: LinkState
  mode: number | undefined
  describe: string
  reading: Reading | undefined
  touch: Tactile | undefined
  phases: number[] // so far, the latest last
  objects: Body[] | undefined
  plan: Plan | undefined
  selected: number // object
  grasp: number // of the plan
  held: Held | undefined
  mark: Vec | undefined // where what is held is to stand, in the scene's frame; undefined: where it stood
  descriptions: string // of parameters
}

export type Level = 'info' | 'good' | 'warn' | 'bad'

// Samples are columns: time, then values.
export interface Samples {
  forces: number[][]
  gap: number[][]
  slip: number[][]
}

export interface News {
  kind: 'news'
  shown: Partial<Shown>
  samples: Samples
  told: { level: Level; text: string }[]
  heard: boolean // whether the hand has been
  came: number // ms of Date.now() when the touch that is shown came to the robot's thread
}

export type ToRobot =
  | { kind: 'start'; config: Config; view: MessagePort }
  | { kind: 'drawn' }
  | { kind: 'run'; id: number; task: TaskName }
  | { kind: 'call'; id: number; service: string; type: string; request: object; timeout: number }
  | { kind: 'choose'; selected?: number; grasp?: number }
  | { kind: 'mark'; at: Vec | undefined }
export type FromRobot = News | { kind: 'answer'; id: number; value?: unknown; problem?: string }

// Between the robot's thread and the view's.
export interface SceneShown extends Pick<Shown, 'touch' | 'selected' | 'grasp' | 'held' | 'mark'> {
  grasps: Grasp[] // of the plan
  known: boolean // whether the objects that were seen last are still there
}
export interface SceneNews {
  kind: 'scene'
  shown: Partial<SceneShown>
  frames: TFMessage
}
export type FromView = { kind: 'drawn' } | { kind: 'objects'; list: SegmentedObjectList } | { kind: 'problem'; text: string }

// Between the page and the view's thread.
export interface Camera {
  position: Vec
  target: Vec
}
export type ToView =
  | { kind: 'start'; canvas: OffscreenCanvas; config: Config; robot: MessagePort }
  | { kind: 'size'; width: number; height: number; ratio: number }
  | { kind: 'theme'; dark: boolean }
  | { kind: 'camera'; camera: Camera }
  | { kind: 'click'; x: number; y: number; foot: number | undefined } // -1 to 1, right and up; the height at which what is held stood, as the page knows it
export type ToPage =
  | { kind: 'aim'; camera: Camera } // at the first cloud
  | { kind: 'cloud'; points: number }
  | { kind: 'picked'; object: number }
  | { kind: 'pointed'; at: Vec } // at the table, where what is held could stand
  | { kind: 'failed'; text: string }
  | { kind: 'picture'; count: number; took: number; share: number; scale: number } // for measurements
