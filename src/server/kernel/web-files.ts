/** Serves the built web: immutable assets, precompressed, and the one page for every other path. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { say } from './words.ts'

const DIST = join(import.meta.dirname, '../../../dist/web')

/** Mounts the web build if there is one; unknown paths below `/api` answer 404 as JSON, all others the page. */
export async function mountWeb(app: FastifyInstance, _config: Config): Promise<void> {
  const built = existsSync(join(DIST, 'index.html'))
  const page = built ? await readFile(join(DIST, 'index.html')) : undefined
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
      page &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/')
    if (wantsPage)
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
    const text = 'kernel.failures.notFound'
    return reply.code(404).send({ code: 'NOT_FOUND', detail: say(text), text })
  })
}
