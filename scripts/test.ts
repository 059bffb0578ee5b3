/** `npm test`: everything. Types, lint, format, drift, architecture; unit, PostgreSQL and web tests; browser journeys. */
import { buildWeb } from './build-web.ts'
import { runSteps } from './run-steps.ts'

await runSteps([['check', 'node', ['scripts/check.ts']]])
// Before what takes long: a page above its budget is known after half a minute.
await buildWeb()
await runSteps([
  ['unit, server and web tests', 'vitest', ['run', '--project', '!architecture']],
  ['browser journeys', 'playwright', ['test']],
])
console.log('\nEverything passed.')
