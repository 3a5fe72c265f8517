import { render } from 'preact'
import { parse } from './config'
import { RobotPort } from './robotport'
import { App } from './ui/App'
import { setTheme } from './theme'
import 'uplot/dist/uPlot.min.css'
import './style.css'

const { config, problems } = parse(location.search, location)
const between = new MessageChannel()
const robot = new RobotPort(config, between.port1)
for (const p of problems) robot.tell('warn', `address: ${p}`)
setTheme(config.theme)
// For measurements and tests: reading it changes nothing.
Object.assign(window, { holdfast: { robot } })
render(<App robot={robot} view={between.port2} />, document.getElementById('app') as HTMLElement)
