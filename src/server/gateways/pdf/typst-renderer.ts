import { Worker } from 'node:worker_threads'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import { wordsOf } from './document-words.ts'
import type { PdfRenderer } from './pdf-templates.ts'
import type { TypstReply, TypstRequest } from './typst-worker.ts'

const TIMEOUT_MS = 30_000
const RECYCLE_AFTER = 400

/**
 * Renders documents by Typst in a worker thread, one at a time and in order. The thread starts with the first
 * document, is renewed after `recycle_after` documents so that memory stays bounded, and replaced when it crashes or exceeds
 * `timeout_ms`. User text reaches a template as data only, never as markup.
 */
export function createTypstRenderer(
  config: { timeout_ms?: number; recycle_after?: number } = {},
): PdfRenderer {
  const { timeout_ms = TIMEOUT_MS, recycle_after = RECYCLE_AFTER } = config
  let worker: Worker | undefined
  let rendered = 0
  let closed = false
  let last: Promise<unknown> = Promise.resolve()

  async function endWorker(): Promise<void> {
    const ended = worker
    worker = undefined
    rendered = 0
    await ended?.terminate()
  }

  async function renderNow(request: TypstRequest): Promise<Uint8Array> {
    if (closed) throw failed('PDF_ENGINE_CLOSED', 'The document engine was closed.', false)
    worker ??= startWorker()
    try {
      const reply = await ask(worker, request, timeout_ms)
      if ('failure' in reply) {
        const message = `The template ${request.template} did not compile with the given data.`
        throw failed('PDF_TEMPLATE_FAILED', message, false, reply.failure)
      }
      rendered += 1
      if (rendered >= recycle_after) await endWorker()
      return reply.bytes
    } catch (cause) {
      if (cause instanceof GatewayError && cause.retriable) await endWorker()
      throw cause
    }
  }

  return {
    render(template, data) {
      // Serialised at once, so that a caller who changes the object while it waits changes nothing.
      const request = {
        template,
        data: JSON.stringify(data),
        words: JSON.stringify(wordsOf(template, data)),
      }
      const result = last.then(() => renderNow(request))
      last = result.catch(() => undefined)
      return result
    },
    async close() {
      closed = true
      await endWorker()
      await last
    },
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./typst-worker.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  // A crash between two documents must not end the process; the next request finds out by itself.
  worker.on('error', () => undefined)
  worker.unref()
  return worker
}

function ask(worker: Worker, request: TypstRequest, timeout_ms: number): Promise<TypstReply> {
  return new Promise((resolve, reject) => {
    worker.ref()
    const timer = setTimeout(() => {
      finish()
      reject(failed('PDF_ENGINE_SLOW', 'The document engine took too long.', true))
    }, timeout_ms)
    const onMessage = (reply: TypstReply): void => {
      finish()
      resolve(reply)
    }
    const onEnd = (cause: unknown): void => {
      finish()
      reject(failed('PDF_ENGINE_ENDED', 'The document engine ended unexpectedly.', true, cause))
    }
    function finish(): void {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
      worker.unref()
    }
    worker.once('message', onMessage).once('error', onEnd).once('exit', onEnd)
    worker.postMessage(request)
  })
}

function failed(code: string, message: string, retriable: boolean, cause?: unknown): GatewayError {
  return new GatewayError(code, message, { retriable, cause })
}
