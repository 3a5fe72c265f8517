// The messages that the page reads and writes, as rosbridge gives them. NaN comes as null, bytes as base64.

export interface Time {
  secs: number
  nsecs: number
}
export interface Header {
  seq?: number
  stamp: Time
  frame_id: string
}
export interface Vec {
  x: number
  y: number
  z: number
}
export interface Quat extends Vec {
  w: number
}
export interface Pose {
  position: Vec
  orientation: Quat
}
export interface PoseStamped {
  header: Header
  pose: Pose
}
export interface TFMessage {
  transforms: { header: Header; child_frame_id: string; transform: { translation: Vec; rotation: Quat } }[]
}
export interface PointField {
  name: string
  offset: number
  datatype: number
  count: number
}
export interface PointCloud2<Bytes> {
  header: Header
  height: number
  width: number
  fields: PointField[]
  is_bigendian: boolean
  point_step: number
  row_step: number
  data: Bytes
  is_dense: boolean
}
export interface SegmentedObject {
  point_cloud: PointCloud2<string>
  centroid: Vec
  center: Vec
  width: number
  depth: number
  height: number
  recognized: boolean
  name: string
}
export interface SegmentedObjectList {
  header: Header
  cleared: boolean
  objects: SegmentedObject[]
}
export interface Translation {
  direction: { header: Header; vector: Vec }
  desired_distance: number
  min_distance: number
}
export interface Grasp {
  id: string
  grasp_pose: PoseStamped
  grasp_quality: number
  approach: Translation
  [rest: string]: unknown
}
export interface TactilePad {
  frame_id: string
  positions: Vec[]
  normals: Vec[]
  areas: number[]
  front: boolean[]
  forces: (number | null)[]
  validity: string | number[]
  force: number
  force_rate: number
  contact: boolean
  valid: boolean
}
export interface Tactile {
  header: Header
  frame: number
  zeroed: boolean
  pads: TactilePad[]
}
export interface SlipState {
  stamp: Time
  deformation: number
  left_fingertip_pad_force: number
  right_fingertip_pad_force: number
  joint_effort: number
  slip_detected: boolean
  deformation_limit_reached: boolean
  fingertip_force_limit_reached: boolean
  gripper_empty: boolean
  rtstate: { realtime_controller_state: number }
}
export interface JointState {
  header: Header
  set_point: number
  process_value: number
}
export interface Log {
  header: Header
  level: number
  name: string
  msg: string
}
export interface GoalStatus {
  goal_id: { stamp: Time; id: string }
  status: number
  text: string
}

export const seconds = (t: Time): number => t.secs + t.nsecs * 1e-9
