/** `npm run check`: the fast part of the tests: types, lint and format, architecture, drift of what is generated. */
import { runSteps } from './run-steps.ts'

await runSteps([
  ['types, shared', 'tsc', ['-p', 'tsconfig.shared.json']],
  ['types, server', 'tsc', ['-p', 'tsconfig.server.json']],
  ['types, web', 'tsc', ['-p', 'tsconfig.web.json']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['generated files', 'node', ['scripts/gen.ts', '--check']],
  ['architecture', 'vitest', ['run', '--project', 'architecture']],
])
