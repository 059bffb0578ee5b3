/** What `npm pack` ships: JavaScript and its declarations, made anew in `dist` by the TypeScript of this repository. */
import { execSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, 'dist')

rmSync(DIST, { recursive: true, force: true })
execSync('tsc -p tsconfig.json', { cwd: import.meta.dirname, stdio: 'inherit' })
// The compiler rewrites imports of `.ts` in JavaScript, and leaves them in declarations.
for (const name of readdirSync(DIST).filter(file => file.endsWith('.d.ts'))) {
  const text = readFileSync(join(DIST, name), 'utf8')
  writeFileSync(join(DIST, name), text.replace(/(from '\.\/[^']*)\.ts'/g, "$1.js'"))
}
