/** A Corridor that is asked over HTTP, with tokens signed by a key of the test. */
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { api } from '#contract/api.ts'
import { BASE_PATH, type Endpoint } from '#contract/kernel/endpoint.ts'
import { type AppDeps, createApp } from '#server/app.ts'
import type { IdentityProvider } from '#server/gateways/identity-provider/identity-provider.ts'
import type { World } from '#test/harness/world.ts'

export const entries: readonly (readonly [string, Endpoint])[] = Object.entries(api)

export const ISSUER = 'http://localhost:3000'
export const AUDIENCE = 'corridor-api'
const KID = 'test-key'

export type Answer = { readonly status: number; readonly body: unknown; readonly text: string }

export type Ask = {
  readonly token?: string | undefined
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A file for the upload field, instead of a body. */
  readonly file?: { readonly field: string; readonly name: string; readonly bytes: Buffer }
}

export type HttpWorld = {
  readonly app: FastifyInstance
  readonly keys: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }
  /** A token that the server believes, for claims that may differ from the usual. */
  tokenOf(person: { sub: string; email: string }, claims?: JWTPayload): Promise<string>
  ask(entry: Endpoint, request?: Ask): Promise<Answer>
  close(): Promise<void>
}

/** Puts the HTTP application in front of a world. */
export async function httpWorld(
  world: World,
  settings: Pick<AppDeps, 'patienceMs'> = {},
): Promise<HttpWorld> {
  const keys = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: KID, alg: 'ES256', use: 'sig' }
  const provider: IdentityProvider = {
    issuer: ISSUER,
    audience: AUDIENCE,
    kind: 'embedded',
    name: 'Corridor',
    google: false,
    handle: async () => new Response(null, { status: 404 }),
    tokenAtHand: async () => undefined,
    keys: async () => ({ keys: [jwk] }),
    createVerifiedAccount: async ({ email }) => ({ sub: email, created: true }),
    sendVerificationLink: async () => {},
    sendPasswordResetLink: async () => {},
    sendLogInLink: async () => {},
    changeEmail: async () => true,
    endSessions: async () => [],
    findAccount: async () => undefined,
  }
  const { config, kernel, handlers } = world
  const app = await createApp({
    config,
    kernel,
    handlers,
    provider,
    issuer: provider,
    missing: async () => [],
    ...settings,
  })
  return {
    app,
    keys,
    tokenOf: ({ sub, email }, claims = {}) =>
      new SignJWT({
        email,
        email_verified: true,
        sid: `session of ${sub}`,
        auth_time: Math.floor(Date.now() / 1000),
        amr: ['pwd', 'otp', 'mfa'],
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: KID })
        .setSubject(sub)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime('10m')
        .sign(keys.privateKey),
    ask: (entry, request = {}) => ask(app, entry, request),
    close: () => app.close(),
  }
}

async function ask(app: FastifyInstance, entry: Endpoint, request: Ask): Promise<Answer> {
  const { token, params = {}, query, body, headers, file } = request
  const upload = file && multipart(file)
  const answer = await app.inject({
    method: entry.method,
    url: `${BASE_PATH}${pathOf(entry, params)}`,
    ...(query ? { query } : {}),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(upload ? { 'content-type': upload.type } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(upload ? { payload: upload.payload } : {}),
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const json = String(answer.headers['content-type']).includes('json')
  return {
    status: answer.statusCode,
    text: json ? answer.body : '',
    body: json ? answer.json() : undefined,
  }
}

function pathOf({ path }: Endpoint, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(params[name] ?? 'x').toWellFormed()),
  )
}

function multipart({ field, name, bytes }: NonNullable<Ask['file']>) {
  const boundary = 'corridor-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
