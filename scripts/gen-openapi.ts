import { z } from 'zod'
import { api } from '#contract/api.ts'
import { BASE_PATH, type Endpoint, isFileResponse, needsProof } from '#contract/kernel/endpoint.ts'
import { problems } from '#contract/kernel/problems.ts'
import type { ProblemCode } from '#domain/kernel/problem.ts'

export type Json = Record<string, unknown>

const ALWAYS: readonly ProblemCode[] = ['VALIDATION']
const SIGNED_IN: readonly ProblemCode[] = ['UNAUTHENTICATED', 'SUSPENDED']
const BY_ROLE: readonly ProblemCode[] = ['FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'DETAILS_MISSING']

/** The OpenAPI 3.1 document of every call, as it is on the wire. */
export function openApiDocument(): Json {
  const entries = Object.entries(api) as [string, Endpoint][]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corridor',
      version: '1',
      description: 'Onboard and pay contractors across borders.',
    },
    servers: [{ url: '/' }],
    paths: pathsOf(entries, (name, entry) => ({
      ...operation(name, entry),
      security: entry.access === 'public' ? [] : [{ bearer: [] }],
      'x-roles': entry.access,
      ...(needsProof(entry) ? { 'x-fresh-proof': entry.touches } : {}),
      ...(entry.gates ? { 'x-gates': entry.gates } : {}),
    })),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problemSchema() },
    },
  }
}

/** The paths of an OpenAPI document, with what `describe` says of each call. */
export function pathsOf(
  entries: readonly (readonly [string, Endpoint])[],
  describe: (name: string, entry: Endpoint) => Json,
): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const [name, entry] of entries) {
    const path = `${BASE_PATH}${entry.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: describe(name, entry) }
  }
  return paths
}

/** What a call takes and answers. */
export function operation(name: string, entry: Endpoint): Json {
  return {
    operationId: name,
    summary: entry.summary,
    parameters: [
      ...parameters('path', entry.params),
      ...parameters('query', entry.query),
      ...idempotency(entry),
    ],
    ...requestBody(entry),
    responses: { 200: success(entry), ...failures(entry) },
  }
}

function parameters(where: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: shape,
  }))
}

function idempotency({ method }: Endpoint): Json[] {
  if (method === 'GET') return []
  const description = 'The same key with the same input answers the same and has one effect.'
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description,
      schema: { type: 'string', maxLength: 255 },
    },
  ]
}

function requestBody({ body, upload }: Endpoint): Json {
  if (upload) {
    const schema = {
      type: 'object',
      required: [upload],
      properties: { [upload]: { type: 'string', format: 'binary' } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: jsonSchema(body) } },
        },
      }
    : {}
}

function success({ response }: Endpoint): Json {
  if (!isFileResponse(response))
    return { description: 'OK', content: { 'application/json': { schema: jsonSchema(response) } } }
  const content = Object.fromEntries(
    response.file.map(type => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
  return { description: 'The file', content }
}

function failures(entry: Endpoint): Json {
  const open = entry.access === 'public'
  const byRole = Array.isArray(entry.access)
  const codes = [
    ...ALWAYS,
    ...(open ? [] : SIGNED_IN),
    ...(byRole ? BY_ROLE : []),
    ...(entry.gates ? ['ONBOARDING_INCOMPLETE' as const] : []),
    ...(needsProof(entry) ? ['STEP_UP_REQUIRED' as const] : []),
    ...(entry.problems ?? []),
  ]
  const byStatus = Map.groupBy(new Set(codes), code => problems[code].status)
  const schema = { $ref: '#/components/schemas/Problem' }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        status,
        { description: group.join(', '), content: { 'application/json': { schema } } },
      ]),
  )
}

/** How every failure is told. */
export function problemSchema(): Json {
  const said = { text: { type: 'string' }, params: { type: 'object' } }
  const loc = { type: 'array', items: { type: ['string', 'integer'] } }
  const field = {
    type: 'object',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc,
      msg: { type: 'string' },
      type: { type: 'string' },
    },
  }
  return {
    type: 'object',
    required: ['code', 'detail'],
    properties: {
      code: { type: 'string', enum: Object.keys(problems) },
      detail: { oneOf: [{ type: 'string' }, { type: 'array', items: field }] },
      ...said,
      fields: { type: 'array', items: { type: 'object', properties: { loc, ...said } } },
    },
  }
}

/** What is sent, as JSON Schema 2020-12. */
export function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return rest
}
