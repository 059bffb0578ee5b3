/** `npm run torture`: kills, races and the simulator at length, of which every `npm test` does a small share (test/harness/heavy.ts). */
import { globSync, readFileSync } from 'node:fs'
import { runSteps } from './run-steps.ts'

process.env.CORRIDOR_TORTURE = '1'
const heavy = globSync(['src/server/**/*.test.ts', 'test/{server,simulate}/**/*.test.ts']).filter(
  path => /harness\/(?:heavy|races)\.ts/.test(readFileSync(path, 'utf8')),
)
await runSteps([['torture', 'vitest', ['run', '--project', 'server', ...heavy]]])
