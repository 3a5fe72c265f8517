// Which names of the graph the page uses. Each can be given in the address: ?hand=/l_gripper_sensor_controller&cloud=/kinect/points

export interface Config {
  url: string // of the rosbridge socket
  frame: string // in which the scene is drawn; z is up
  cloud: string
  objects: string
  segment: string
  plan: string
  pickup: string
  place: string
  phase: string
  hand: string // node of the hand: its topics, services and actions are below it
  arm: string // arm_name of requests
  wrist: string // frame of poses of grasps
  tip: number // from there to the middle of the fingertips, m
  log: string
  flights: string // address of the flight records
  theme: 'auto' | 'light' | 'dark'
}

export const defaults: Config = {
  url: '',
  frame: 'base_footprint',
  cloud: '/camera/depth_registered/points',
  objects: '/rail_segmentation/segmented_objects',
  segment: '/rail_segmentation/segment',
  plan: '/plan_grasps',
  pickup: '/object_manipulator/object_manipulator_pickup',
  place: '/object_manipulator/object_manipulator_place',
  phase: '/reactive_manipulation_phase',
  hand: '/r_gripper_sensor_controller',
  arm: 'right_arm',
  wrist: 'r_wrist_roll_link',
  tip: 0.185,
  log: '/rosout_agg',
  flights: 'flights/',
  theme: 'auto',
}

// parse reads the part of an address after "?". Unknown names and values that cannot be meant are told in problems, and left out.
export function parse(search: string, page: { protocol: string; host: string }): { config: Config; problems: string[] } {
  const config: Config = { ...defaults, url: `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/` }
  const problems: string[] = []
  for (const [key, value] of new URLSearchParams(search)) {
    switch (key) {
      case 'token':
        config.url += `?token=${encodeURIComponent(value)}`
        break
      case 'tip': {
        const n = Number(value)
        if (value === '' || !Number.isFinite(n) || n < 0 || n > 2) problems.push(`tip=${value}: want metres, 0 to 2`)
        else config.tip = n
        break
      }
      case 'theme':
        if (value === 'auto' || value === 'light' || value === 'dark') config.theme = value
        else problems.push(`theme=${value}: want auto, light or dark`)
        break
      case 'url':
        if (/^wss?:\/\//.test(value)) config.url = value
        else problems.push(`url=${value}: want ws:// or wss://`)
        break
      default:
        if (!Object.hasOwn(defaults, key)) problems.push(`${key}: there is no such setting`)
        else if (value === '') problems.push(`${key}: it is empty`)
        else (config as unknown as Record<string, string>)[key] = value
    }
  }
  return { config, problems }
}
