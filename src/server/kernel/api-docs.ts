import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#domain/kernel/problem.ts'

/** What `npm run gen` writes: the calls that take a key, and the events that are told. */
const DOCUMENT = join(import.meta.dirname, '../../../docs/api/machine-api.json')
const PATH = '/docs/api'

/**
 * Mounts `/docs/api`: the machines' API as pages to read and to try, by Scalar, and its OpenAPI document. Everything comes from this server, and its
 * one inline script is named to the browser by its hash (Content Security Policy 3, 8.3).
 */
export async function mountApiDocs(app: FastifyInstance): Promise<void> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const content = JSON.parse(await readFile(DOCUMENT, 'utf8')) as Record<string, unknown>
  await app.register(async scope => {
    // Scalar reads the address that a request names, and throws where that is none.
    scope.addHook('onRequest', async ({ protocol, hostname }) => {
      if (!URL.canParse(`${protocol}://${hostname}`))
        throw new Problem('NOT_FOUND', 'kernel.failures.notFound')
    })
    scope.addHook('onSend', async (_request, reply, payload) => {
      const policy = reply.getHeader('content-security-policy')
      if (typeof payload === 'string' && payload.startsWith('<!doctype html>') && policy)
        reply.header('content-security-policy', allowing(String(policy), payload))
      return payload
    })
    await scope.register(scalar, {
      routePrefix: PATH,
      logLevel: 'silent',
      configuration: {
        content,
        pageTitle: 'Corridor API',
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        // Each call brings examples of its own, which are tested.
        hiddenClients: true,
        operationTitleSource: 'path',
        documentDownloadType: 'json',
      },
    })
  })
}

const SCRIPT = /<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g

/** The policy, with the inline scripts of the page allowed by their hashes. */
function allowing(policy: string, page: string): string {
  const hashes = [...page.matchAll(SCRIPT)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return policy.replace(/script-src [^;]*/, directive => [directive, ...hashes].join(' '))
}
