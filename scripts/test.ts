/** `npm test`: everything. Types, lint, format, drift, architecture; unit, PostgreSQL and web tests; browser journeys. */
import { buildWeb } from './build-web.ts'
import { runSteps } from './run-steps.ts'

await runSteps([
  ['check', 'node', ['scripts/check.ts']],
  ['unit, server and web tests', 'vitest', ['run', '--project', '!architecture']],
])
await buildWeb()
await runSteps([['browser journeys', 'playwright', ['test']]])
console.log('\nEverything passed.')
