/** The API as companies' machines see it: the calls that take a key, and the events that they are told of. */
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import { TOLD, ToldEvent } from '#contract/events.ts'
import { BASE_PATH, type Endpoint } from '#contract/kernel/endpoint.ts'
import { isOfSandbox } from '#domain/integrations/api-key.ts'
import { EVENTS_VERSION } from '#domain/integrations/told-events.ts'
import { type Json, jsonSchema, operation, pathsOf, problemSchema } from './gen-openapi.ts'

/** The calls that take a key, by name. */
export const machineCalls = (Object.entries(api) as [string, Endpoint][]).filter(
  ([, { scope }]) => scope !== undefined,
)

/** The OpenAPI 3.1 document of them, with examples of each call and the guide as its introduction. */
export function machineApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corridor API',
      version: EVENTS_VERSION,
      description: readFileSync('docs/api/guide.md', 'utf8'),
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths: pathsOf(machineCalls, (name, entry) => ({
      ...operation(name, entry),
      description: `Needs a key that may \`${entry.scope}\`.${entry.scope && isOfSandbox(entry.scope) ? '' : ' The sandbox has nothing of it: there it answers as for a company that has nothing yet.'}`,
      'x-scope': entry.scope,
      'x-codeSamples': samples(name, entry),
    })),
    webhooks: Object.fromEntries(
      Object.entries(TOLD).map(([type, data]) => [type, { post: webhook(type, data) }]),
    ),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key made under Settings.' },
      },
      schemas: { Problem: problemSchema() },
    },
  }
}

function webhook(type: string, data: z.ZodObject): Json {
  return {
    operationId: type,
    summary: type,
    description: `Sent to webhooks that ask for \`${type}\`.`,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: eventSchema(type, data) } },
    },
    responses: { '2XX': { description: 'Taken, and not sent again' } },
  }
}

/** An event of one type, as it is on the wire. */
export function eventSchema(type: string, data: z.ZodObject): Json {
  const { properties, ...rest } = jsonSchema(ToldEvent) as Json & { properties: Json }
  return { ...rest, properties: { ...properties, type: { const: type }, data: jsonSchema(data) } }
}

/**
 * How a call is made from a shell, and by the client of `clients/typescript`. What is each caller's own comes from the environment, as the
 * guide says: an example with an id or a day in it would work for who runs it first, and until that day.
 */
function samples(name: string, entry: Endpoint): Json[] {
  const input = exampleOf(name)
  const [params = {}, body] = [input.params, input.body]
  const query = new URLSearchParams(input.query as Record<string, string>).toString()
  const path = entry.path.replace(/:(\w+)/g, (_, at: string) => String(params[at]))
  const lines = [
    `curl${entry.method === 'GET' ? '' : ` -X ${entry.method}`} "$CORRIDOR_URL${BASE_PATH}${path}${query && `?${query}`}"`,
    '-H "Authorization: Bearer $CORRIDOR_KEY"',
    ...(body ? ['-H "Content-Type: application/json"', `-d '${inShell(body)}'`] : []),
  ]
  const text = JSON.stringify(input)
  const own = OWN.filter(variable => text.includes(`"$${variable}"`))
  const read = ['CORRIDOR_URL', 'CORRIDOR_KEY', ...own].map(variable => `${variable} = ''`)
  const given = Object.keys(input).length > 0 ? `, ${inTypeScript(text)}` : ''
  return [
    { lang: 'Shell', label: 'curl', source: lines.join(' \\\n  ') },
    {
      lang: 'TypeScript',
      label: 'TypeScript',
      source: `import { corridor } from '@corridor/client'

const { ${read.join(', ')} } = process.env
const { call } = corridor({ url: CORRIDOR_URL, key: CORRIDOR_KEY })
console.log(await call('${name}'${given}))`,
    },
  ]
}

/** What is of whoever runs an example: an id of their own, and a day that is to come. */
const OWN = ['BATCH_UUID', 'PAY_DATE'] as const

/** Between single quotes a shell reads no variable, so that these end for it. */
function inShell(body: Json): string {
  return JSON.stringify(body).replace(/"(\$[A-Z_]+)"/g, `"'"$1"'"`)
}

function inTypeScript(text: string): string {
  return text.replace(/"\$([A-Z_]+)"/g, '$1')
}

type Input = { readonly params?: Json; readonly query?: Json; readonly body?: Json }

/** The id of a batch is the caller's own. */
const OF_BATCH = { batch_uuid: '$BATCH_UUID' }
/** The same payments are one batch under whatever id: theirs too is the caller's own, so that another id is another batch. */
const REFERENCE = { reference: OF_BATCH.batch_uuid }
const ROWS = [
  { email: 'ana@example.com', amount: '125.50', currency: 'EUR', ...REFERENCE },
  { email: 'minh@example.com', amount: '1250.00', currency: 'USD', ...REFERENCE },
]

/** What each call is shown with. A test runs every example against a live server. */
const EXAMPLES: Readonly<Record<string, Input>> = {
  exportPaymentBatch: { params: OF_BATCH },
  getDeposits: {},
  getEmployerBalances: {},
  getFundsStatement: { query: { currency: 'USD', month: '2026-01-15' } },
  getJournalCsv: { query: { from: '2026-01-01', to: '2026-12-31' } },
  getPaymentBatch: { params: OF_BATCH },
  getWaysToFund: {},
  listBillingInvoices: { query: { limit: 20 } },
  listEvents: { query: { limit: 100 } },
  listPaymentBatchLeftOut: { params: OF_BATCH, query: { limit: 100 } },
  listPaymentBatchRows: { params: OF_BATCH, query: { limit: 100 } },
  listPaymentBatches: { query: { limit: 20 } },
  previewPaymentBatch: { body: { rows: ROWS } },
  simulatePaymentBatch: { params: OF_BATCH, body: { step: 'join' } },
  submitPaymentBatch: {
    params: OF_BATCH,
    body: { file_name: 'Payouts', pay_date: '$PAY_DATE', rows: ROWS },
  },
}

function exampleOf(name: string): Input {
  const example = EXAMPLES[name]
  if (!example) throw new Error(`give an example of ${name} in scripts/gen-machine-api.ts`)
  return example
}
