/**
 * `npm run torture`: kills, races and the simulator at length, of which every `npm test` does a small share (test/harness/heavy.ts). The server is killed
 * `--kills 500` times and PostgreSQL `--database-kills 50` times, about an hour and a quarter of one; `--only kill` runs the files whose paths have that.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runSteps } from './run-steps.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    'database-kills': { type: 'string', default: '50' },
    only: { type: 'string', default: '' },
  },
})
process.env.CORRIDOR_TORTURE = '1'
process.env.CORRIDOR_KILLS_SERVER = values.kills
process.env.CORRIDOR_KILLS_DATABASE = values['database-kills']
const heavy = globSync(['src/**/*.test.ts', 'test/{server,simulate}/**/*.test.ts']).filter(
  path =>
    path.includes(values.only) && /harness\/(?:heavy|races)\.ts/.test(readFileSync(path, 'utf8')),
)
const projects = ['--project', 'server', '--project', 'unit']
await runSteps([['torture', 'vitest', ['run', ...projects, ...heavy]]])
