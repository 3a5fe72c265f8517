import { render } from 'preact'
import { parse } from './config'
import { Robot } from './robot'
import { Tasks } from './tasks'
import { App } from './ui/App'
import { setTheme } from './theme'
import 'uplot/dist/uPlot.min.css'
import './style.css'

const { config, problems } = parse(location.search, location)
const robot = new Robot(config)
for (const p of problems) robot.tell('warn', `address: ${p}`)
setTheme(config.theme)
// For measurements and tests: reading it changes nothing.
Object.assign(window, { holdfast: { robot } })
render(<App robot={robot} tasks={new Tasks(robot)} />, document.getElementById('app') as HTMLElement)
