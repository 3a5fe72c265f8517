import { describe, expect, it } from 'vitest'
import { defaults, parse } from '../src/config'

const page = { protocol: 'http:', host: 'robot:8080' }

describe('the address', () => {
  it('needs nothing', () => {
    expect(parse('', page)).toEqual({ config: { ...defaults, url: 'ws://robot:8080/' }, problems: [] })
    expect(parse('', { protocol: 'https:', host: 'robot' }).config.url).toBe('wss://robot/')
  })
  it('names topics, a token and colours', () => {
    const { config, problems } = parse('?cloud=/kinect/points&hand=/l_gripper_sensor_controller&token=a%2Fb&theme=dark&tip=0.2', page)
    expect(problems).toEqual([])
    expect(config).toMatchObject({ cloud: '/kinect/points', hand: '/l_gripper_sensor_controller', url: 'ws://robot:8080/?token=a%2Fb', theme: 'dark', tip: 0.2 })
  })
  it('tells what it does not understand, and goes on', () => {
    const { config, problems } = parse('?clod=/x&tip=far&theme=pink&url=http://x&cloud=&__proto__=1', page)
    expect(problems).toHaveLength(6)
    expect(config).toEqual({ ...defaults, url: 'ws://robot:8080/' })
  })
})
