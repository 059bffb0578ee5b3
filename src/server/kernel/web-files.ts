/**
 * Serves the built web: immutable assets, precompressed, and for every other path a page that loads the same scripts. The log-in begins with
 * its frame, in the picture that `?bg=` asks for or one at random; a browser that has a session, which its cookie says, fetches what signed-in pages need at once.
 */

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { say } from './words.ts'

const DIST = join(import.meta.dirname, '../../../dist/web')
const INDEX = 'index.html'

/** Mounts the web build if there is one; unknown paths below `/api` answer 404 as JSON, all others the page. */
export async function mountWeb(app: FastifyInstance, _config: Config): Promise<void> {
  const built = existsSync(join(DIST, INDEX))
  const pageFor = built ? await choosePage() : undefined
  if (built) {
    await app.register(staticFiles, {
      root: DIST,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const immutable = path.includes('/assets/')
        reply.header(
          'cache-control',
          immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      pageFor &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/')
    if (wantsPage) return reply.header('vary', 'cookie').sendFile(pageFor(request))
    const text = 'kernel.failures.notFound'
    return reply.code(404).send({ code: 'NOT_FOUND', detail: say(text), text })
  })
}

/** Which page of the build a request gets; a build without the others has `index.html` alone. */
async function choosePage(): Promise<(request: FastifyRequest) => string> {
  const names = await readdir(DIST)
  const app = names.includes('app.html') ? 'app.html' : INDEX
  const logIns = names.filter(name => /^log-in-\d\.html$/.test(name))
  return ({ url, headers: { cookie } }) => {
    if (cookie) return app
    const [path, search] = url.split('?')
    if (path !== '/auth/login') return INDEX
    const asked = `log-in-${new URLSearchParams(search).get('bg')}.html`
    if (logIns.includes(asked)) return asked
    return logIns[Math.floor(Math.random() * logIns.length)] ?? INDEX
  }
}
