import { fileURLToPath } from 'node:url'
import { createChild } from '#server/gateways/child.ts'
import { GatewayError, UnprintableError } from '#server/gateways/gateway-error.ts'
import type { DocumentReply, DocumentRequest, ToFill } from './document-process.ts'
import { wordsOf } from './document-words.ts'
import { hasLongWords } from './long-words.ts'
import type { PdfPart, PdfRenderer, PdfTemplates } from './pdf-templates.ts'

const TIMEOUT_MS = 30_000
/** A process costs as much to start as some forty payslips; it is renewed by what it holds, long before so many. */
const RECYCLE_AFTER = 4000
/** A process that holds more is renewed. A slice of a report takes some ten megabytes, which the engine keeps. */
const MOST_BYTES = 300 * 1024 * 1024
const MOST_HEAP_MEGABYTES = 512
const PROCESS = fileURLToPath(new URL('./document-process.ts', import.meta.url))

/**
 * Renders documents by Typst in a process of its own, one at a time and in order. It is renewed after `recycle_after` documents or where it holds
 * much memory, and replaced when it crashes or exceeds `timeout_ms`. User text reaches a
 * template as data only, never as markup.
 */
export function createTypstRenderer(
  config: { timeout_ms?: number; recycle_after?: number } = {},
): PdfRenderer {
  const { timeout_ms = TIMEOUT_MS, recycle_after = RECYCLE_AFTER } = config
  const engine = createChild<DocumentRequest, DocumentReply>(PROCESS, MOST_HEAP_MEGABYTES)
  let made = 0

  async function ask(request: DocumentRequest): Promise<PdfPart> {
    const asked = await engine.ask(request, timeout_ms)
    if ('broken' in asked) throw FAILURES[asked.broken]()
    const { answer } = asked
    made += 1
    if (made >= recycle_after || answer.memory_bytes > MOST_BYTES) {
      made = 0
      engine.renew()
    }
    if (!('failure' in answer)) return answer
    if (answer.unprintable !== undefined)
      throw new UnprintableError('No font has the letters of a text.', answer.unprintable)
    throw refused(request, answer.failure)
  }

  return {
    // Serialised at once, so that a caller who changes the object while it waits changes nothing.
    renderPart: (template, data) => ask(filled(template, data)),
    render: async (template, data) => (await ask(filled(template, data))).bytes,
    picture: async (template, data) =>
      (await ask({ ...filled(template, data), picture: true })).bytes,
    join: async parts => (await ask({ parts })).bytes,
    async close() {
      engine.close()
    },
  }
}

const FAILURES = {
  slow: () => failed('PDF_ENGINE_SLOW', 'The document engine took too long.', true),
  ended: () => failed('PDF_ENGINE_ENDED', 'The document engine ended unexpectedly.', true),
  closed: () => failed('PDF_ENGINE_CLOSED', 'The document engine was closed.', false),
}

function filled<K extends keyof PdfTemplates>(template: K, data: PdfTemplates[K]): ToFill {
  const words = JSON.stringify(wordsOf(template, data))
  return { template, data: JSON.stringify(data), words, breaks: hasLongWords(template, data) }
}

function refused(request: DocumentRequest, failure: string): GatewayError {
  return 'parts' in request
    ? failed('PDF_NOT_JOINED', 'The parts could not be put together.', false, failure)
    : failed(
        'PDF_TEMPLATE_FAILED',
        `The template ${request.template} did not compile with the given data.`,
        false,
        failure,
      )
}

function failed(code: string, message: string, retriable: boolean, cause?: unknown): GatewayError {
  return new GatewayError(code, message, { retriable, cause })
}
