/** What `npm start` runs on Node 26: builds the web when its sources changed, then starts everything in this process. */
import { buildWeb } from './build-web.ts'

await buildWeb()
process.argv[2] = 'start'
await import('../src/server/main.ts')
