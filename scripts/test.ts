/** `npm test`: everything. Types, lint, format, drift, architecture; unit, PostgreSQL and web tests; browser journeys. */
import { runSteps } from './run-steps.ts'

await runSteps([
  ['check', 'node', ['scripts/check.ts']],
  // Before what takes long: a page above its budget is known after half a minute. In a process of its own, which it makes one of production.
  ['build', 'node', ['scripts/build.ts']],
  ['unit, server and web tests', 'vitest', ['run', '--project', '!architecture']],
  ['browser journeys', 'playwright', ['test']],
])
console.log('\nEverything passed.')
