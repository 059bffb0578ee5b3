/**
 * Mounts the contract tables, and is the only place that knows requests and statuses: token -> actor -> role -> fresh proof ->
 * body -> decode -> unit of work (idempotency key -> gates -> handler) -> encode; Problem -> status. Nothing of a body is read
 * before its sender may make the call.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  BASE_PATH,
  BODY_BYTES,
  bodyLimitOf,
  type Contract,
  type Endpoint,
  type FileInPieces,
  type Gate,
  type HandlerInput,
  type HandlerOutput,
  isFileResponse,
  type Upload,
} from '#contract/kernel/endpoint.ts'
import { problems } from '#contract/kernel/problems.ts'
import { type InvalidField, invalidFields, Problem, requireValid } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { type Actor, scopeOfCall } from './actor.ts'
import { authorise, type CallerDeps, headerOf } from './callers.ts'
import { answerEncoder } from './encode-answer.ts'
import { unavailable } from './faults.ts'
import { sha256 } from './ids.ts'
import { invalidOf, issuesMeant } from './invalid-input.ts'
import { claimKey, keepAnswer } from './kept-answers.ts'
import { LARGE_BYTES, largeBodies } from './large-bodies.ts'
import { jsonOf, parseUpload, readBody } from './request-body.ts'
import { type Ctx, type Kernel, unitOfWork } from './unit-of-work.ts'
import { say, sayText } from './words.ts'

/** A handler for every entry of a contract table: leaving one out does not compile. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: (input: HandlerInput<C[K]>, ctx: Ctx) => Promise<HandlerOutput<C[K]>>
}

export type HttpDeps = CallerDeps & {
  readonly kernel: Kernel
  /** Throws ONBOARDING_INCOMPLETE when one of the gates is shut for the actor. */
  requireGates(ctx: Ctx, gates: readonly Gate[]): Promise<void>
  /** How long a body may stand still. */
  readonly patience_ms: number
}

type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown },
  ctx: Ctx,
) => Promise<unknown>

/** How many of the things that are wrong with an input are told at once. */
const MOST_FIELDS = 100

/** Mounts every entry of `contract` below `/api/v1`. */
export async function mountContract<C extends Contract>(
  app: FastifyInstance,
  deps: HttpDeps,
  contract: C,
  handlers: Handlers<C>,
): Promise<void> {
  // `serve` reads bodies, once it knows who sends them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const [name, entry] of Object.entries(contract)) {
    const handler = handlers[name as keyof C] as unknown as AnyHandler
    const encode = isFileResponse(entry.response) ? undefined : answerEncoder(name, entry.response)
    const call: Call = { entry, query: entry.query?.strict() ?? NO_QUERY, handler, encode }
    app.route({
      method: entry.method,
      url: `${BASE_PATH}${entry.path}`,
      handler: (request, reply) => serve(deps, call, request, reply),
    })
  }
}

/** An entry of the contract with what answers it; a file is sent as it is. */
type Call = {
  readonly entry: Endpoint
  /** What may stand behind the `?` of its address: what is not known is refused as in a body, since a misspelled filter would answer too much. */
  readonly query: z.ZodObject
  readonly handler: AnyHandler
  readonly encode: ((answer: unknown) => unknown) | undefined
}

/**
 * Who calls, what they sent, and the answer. Large bodies are read as far as there is room for them. They, and documents of any size, are
 * worked on a few at once, one caller's after another's: a small PDF may take seconds to judge, and each that is judged has a connection.
 */
async function serve(
  deps: HttpDeps,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { entry } = call
  const found = await authorise(deps, entry, request)
  const bytes = lengthOf(request, bodyLimitOf(entry))
  const caller = found.actor.sub || request.ip
  const work = async (body: Buffer) => {
    const actor = entry.method === 'GET' ? found.actor : await found.again()
    return answer(deps, call, actor, body, request, reply)
  }
  if (!(entry.body || entry.upload) || bytes < LARGE_BYTES) {
    const body = await bodyOf(deps, entry, request)
    return entry.bodyLimit === BODY_BYTES.documents
      ? large.work(caller, () => work(body))
      : work(body)
  }
  const leave = await large.admit(caller, bytes)
  try {
    const body = await bodyOf(deps, entry, request)
    return await large.work(caller, () => work(body))
  } finally {
    leave()
  }
}

const large = largeBodies()

/** How long a body says that it is; as long as it may be where it does not say, and where it says too much, which `readBody` refuses unread. */
function lengthOf({ headers }: FastifyRequest, most: number): number {
  const said = Number(headers['content-length'] ?? most)
  return said > most ? 0 : said
}

async function answer(
  deps: HttpDeps,
  { entry, query, handler, encode }: Call,
  actor: Actor,
  body: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const input = await decode(entry, query, request, body)
  const writes = entry.method !== 'GET' || entry.leavesTrace === true
  const key = entry.method === 'GET' ? undefined : headerOf(request, 'idempotency-key')
  const from = { request_id: String(request.id), address: request.ip }
  const result = await unitOfWork(
    deps.kernel,
    actor,
    from,
    async ctx => {
      if (key && actor.sub) {
        const replay = await claimKey(
          ctx,
          key,
          `${entry.method} ${request.url}`,
          entry.upload ? uploadKey(input.body) : sha256(body),
        )
        if (replay) return replay.response
      }
      if (entry.gates) await deps.requireGates(ctx, entry.gates)
      const answer = await handler(input, ctx)
      if (!encode) return answer
      const wire = encode(answer)
      if (key && actor.sub) await keepAnswer(ctx, key, 200, wire)
      return wire
    },
    { readonly: !writes, scope: scopeOfCall(entry, actor) },
  )
  reply.header('cache-control', 'no-store')
  return encode ? sendJson(reply, result) : sendFile(reply, result as FileInPieces)
}

/** As bytes: a text goes out by way of a copy together with its head, with two bytes for each letter where one of them is of another script. */
function sendJson(reply: FastifyReply, answer: unknown): FastifyReply {
  const json = JSON.stringify(answer)
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
  bytes.write(json)
  return reply.type('application/json; charset=utf-8').send(bytes)
}

async function bodyOf(
  { patience_ms }: HttpDeps,
  entry: Endpoint,
  request: FastifyRequest,
): Promise<Buffer> {
  if (!entry.body && !entry.upload) return Buffer.alloc(0)
  return readBody(request, {
    most_bytes: bodyLimitOf(entry),
    patience_ms,
    stranger: entry.access === 'public',
  })
}

const NO_QUERY = z.strictObject({})

async function decode(entry: Endpoint, asked: z.ZodObject, request: FastifyRequest, bytes: Buffer) {
  const invalid: InvalidField[] = []
  const part = (
    where: 'path' | 'query' | 'body',
    schema: z.ZodType | undefined,
    value: unknown,
  ): unknown => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    const issues = issuesMeant(parsed.error.issues)
    invalid.push(...issues.map(issue => invalidOf(where, issue, value)))
    return undefined
  }
  const params = part('path', entry.params, request.params)
  const query = part('query', asked, request.query)
  const body = entry.upload
    ? await uploadOf(entry.upload, request, bytes)
    : // Of a call that takes no body none is read, whatever came.
      entry.body
      ? part('body', entry.body, jsonOf(request, bytes))
      : undefined
  requireValid(invalid.slice(0, MOST_FIELDS))
  return { params, query, body }
}

async function uploadOf(field: string, request: FastifyRequest, bytes: Buffer): Promise<Upload> {
  const upload = await parseUpload(request, bytes, field)
  if (upload) return upload
  const said = textOf('kernel.problems.uploadOne', { field })
  throw invalidFields([{ ...said, loc: ['body', field], type: 'missing' }])
}

/** What an upload is for its idempotency key: the boundary of a multipart body differs each time that it is sent. */
function uploadKey(upload: unknown): string {
  const { file_name, bytes } = upload as Upload
  return `${file_name} ${sha256(bytes)}`
}

const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

async function sendFile(reply: FastifyReply, file: FileInPieces): Promise<FastifyReply> {
  const { file_name, mime_type, size_bytes, rows } = file
  const body = await streamOf(file.pieces)
  if (rows !== undefined) reply.header('x-rows', String(rows))
  if (size_bytes !== undefined) reply.header('content-length', String(size_bytes))
  const ascii = file_name.replace(/[^\w. -]/g, '_')
  return (
    reply
      .header(
        'content-type',
        mime_type.startsWith('text/') ? `${mime_type}; charset=utf-8` : mime_type,
      )
      // Whoever opens it by its address has it in a frame of its own, in which nothing runs and which reaches nothing.
      .header('content-security-policy', FILE_POLICY)
      .header(
        'content-disposition',
        `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file_name)}`,
      )
      .send(body)
  )
}

/** The pieces as a stream that has its first one: what goes wrong before that is answered with its own status. */
async function streamOf(pieces: AsyncIterable<Uint8Array>): Promise<Readable> {
  const rest = pieces[Symbol.asyncIterator]()
  const first = await rest.next()
  return Readable.from(
    (async function* () {
      try {
        for (let next = first; !next.done; next = await rest.next()) yield next.value
      } finally {
        await rest.return?.()
      }
    })(),
    { objectMode: false },
  )
}

/** The problems whose answers say after how many seconds it is worth trying again. */
const RETRIABLE: ReadonlySet<string> = new Set([
  'TOO_MANY_REQUESTS',
  'INVITATION_TOO_SOON',
  'UNAVAILABLE',
])

/** Turns whatever was thrown into an answer: a Problem with its status, or a 5xx that leaks nothing and is logged. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = problemOf(error)
  if (!problem) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    const text = 'kernel.problems.unexpected'
    return reply.code(500).send({ code: 'DEFECT', detail: say(text), text })
  }
  const { code, retry_after_s = 60 } = problem
  if (code === 'UNAVAILABLE') request.log.warn({ err: problem }, 'unavailable')
  if (RETRIABLE.has(code)) reply.header('retry-after', String(retry_after_s))
  return reply.code(problems[code].status).send(answerOf(problem))
}

/** A problem on the wire: `detail` in words as the specification spells it, and as data for who says it in other words. */
function answerOf(problem: Problem) {
  const { code, text, params, fields } = problem
  const detail = sayText(problem)
  // The specification spells the detail of a 422 as a list, whatever found the fault.
  const alone =
    code === 'VALIDATION' ? [{ loc: ['body'], msg: detail, type: 'value_error' }] : detail
  if (!fields) return { code, detail: alone, text, params }
  const listed = fields.map(field => ({ loc: field.loc, msg: sayText(field), type: field.type }))
  const said = fields.map(field => ({ loc: field.loc, text: field.text, params: field.params }))
  return { code, detail: listed, text, params, fields: said }
}

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('PAYLOAD_TOO_LARGE', 'kernel.problems.tooLarge')
  if (code.startsWith('FST_ERR_CTP') || error instanceof SyntaxError)
    return new Problem('VALIDATION', 'kernel.problems.notJson')
  // A NUL, or half of a surrogate pair in JSON: no text that PostgreSQL can hold.
  const badJson = code === '22P02' && /type json/.test(String(error))
  if (code === '22021' || code === '22P05' || badJson)
    return new Problem('VALIDATION', 'kernel.problems.badCharacter')
  return unavailable(error)
}
