/** `npm run build`: the web build that `npm run serve` serves. */
import { buildWeb } from './build-web.ts'

console.log((await buildWeb()) ? 'Built dist/web.' : 'dist/web is up to date.')
