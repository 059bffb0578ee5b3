/**
 * A real OpenID provider on the loopback (`oidc-provider`), with tokens for the API, rotating refresh tokens, revocation and a
 * sign-out of its own. Log-ins need no form: the test says who logs in, or that nobody does.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { interactionPolicy, type OidcContext, Provider } from 'oidc-provider'
import { oidcMemory } from './oidc-memory.ts'

/** `aud` of the access tokens: an address, so that it is asked for as a resource (RFC 8707). */
export const ISSUER_AUDIENCE = 'urn:corridor:api'

export type IssuerAccount = {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
}

export const ACCOUNTS = {
  ada: { sub: 'ada', email: 'Ada@oidc.test', email_verified: true, name: 'Ada Obi' },
  ben: { sub: 'ben', email: 'ben@oidc.test', email_verified: true, name: 'Ben Roth' },
  unproved: { sub: 'unproved', email: 'un@oidc.test', email_verified: false, name: 'Una Lee' },
} as const satisfies Record<string, IssuerAccount>

export type IssuerClient = {
  readonly id: string
  /** Undefined for a public client. */
  readonly secret?: string
  readonly redirect_uris: readonly string[]
  readonly post_logout_redirect_uris?: readonly string[]
}

/** How the issuer behaves from now on. */
export type Steering = {
  /** Who logs in when the issuer asks. */
  account: IssuerAccount
  amr: string[]
  /** The error with which the issuer answers instead of asking. */
  refuse: string | undefined
  /** Life of the tokens that it makes. */
  token_seconds: number
  /** What its access tokens say besides or instead. */
  claims: Record<string, unknown>
}

export type TestIssuer = {
  readonly url: string
  readonly steer: Steering
  /** Each refresh token that was used, in order, also when it was refused. */
  readonly refreshed: string[]
  /** Grants that were revoked, with all their tokens. */
  revoked(): number
  /** Log-ins for which a person had to show who they are. */
  logIns(): number
  /** Lets it answer nobody, as if it were down. */
  down(): Promise<void>
  /** Lets it answer again, at the same address. */
  up(): Promise<void>
  /** Signs with new keys from now on, and publishes those alone. */
  changeKeys(): Promise<void>
  close(): Promise<void>
}

/** Starts the issuer with its clients on 127.0.0.1. */
export async function startOidcIssuer(clients: readonly IssuerClient[]): Promise<TestIssuer> {
  const steer: Steering = {
    account: ACCOUNTS.ada,
    amr: ['pwd'],
    refuse: undefined,
    token_seconds: 900,
    claims: {},
  }
  const refreshed: string[] = []
  const adapter = oidcMemory()
  let asked = 0
  let revoked = 0
  let provider: Provider
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    interact(request, response).catch(() => response.writeHead(500).end())
  })
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt } = await provider.interactionDetails(request, response)
    const { refuse: error, account, amr } = steer
    if (!error) asked++
    const result = error
      ? { error, error_description: '<b>words of the issuer</b>' }
      : { [prompt.name]: {}, login: { accountId: account.sub, amr, remember: true } }
    await provider.interactionFinished(request, response, result)
  }

  async function start(): Promise<void> {
    provider = new Provider(url, { ...(await configuration(clients, steer)), adapter })
    const note = ({ oidc }: OidcContext) => {
      const { grant_type, refresh_token } = oidc.params
      if (grant_type === 'refresh_token' && refresh_token) refreshed.push(refresh_token)
    }
    provider.on('grant.success', note).on('grant.error', note)
    provider.on('grant.revoked', () => revoked++)
    provider.on('server_error', (_ctx, error) => console.error(error))
  }
  await start()

  const down = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url,
    steer,
    refreshed,
    logIns: () => asked,
    revoked: () => revoked,
    down,
    up: () => listen(port),
    changeKeys: start,
    close: down,
  }
}

async function newKey(alg: 'ES256' | 'RS256') {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: crypto.randomUUID() }
}

async function configuration(clients: readonly IssuerClient[], steer: Steering): Promise<object> {
  const seconds = () => steer.token_seconds
  const weeks = () => 14 * 24 * 60 * 60
  return {
    clients: clients.map(({ id, secret, redirect_uris, post_logout_redirect_uris = [] }) => ({
      client_id: id,
      redirect_uris,
      post_logout_redirect_uris,
      // Who may be told of a sign-out gets the session's id in tokens. Nobody listens there.
      backchannel_logout_uri: 'https://nobody.invalid/',
      backchannel_logout_session_required: true,
      ...(secret
        ? { client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' }
        : { token_endpoint_auth_method: 'none' }),
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      require_auth_time: true,
    })),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    jwks: { keys: [await newKey('ES256'), await newKey('RS256')] },
    cookies: { keys: ['a key of the test'] },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    claims: {
      openid: ['sub', 'sid', 'auth_time', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    // E-mail addresses stand in ID tokens too, as they do at Google, Firebase and Keycloak.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_ctx: OidcContext, sub: string) => ({
      accountId: sub,
      claims: () => accountOf(sub, steer),
    }),
    interactions: {
      policy: policy(),
      url: (_ctx: OidcContext, { uid }: { uid: string }) => `/interaction/${uid}`,
    },
    loadExistingGrant: grantAll,
    extraTokenClaims: ({ oidc }: OidcContext, token: { accountId?: string }) => {
      const { AuthorizationCode, RefreshToken } = oidc.entities
      const { authTime, amr, sid } = AuthorizationCode ?? RefreshToken ?? {}
      const { email, email_verified } = accountOf(token.accountId ?? '', steer)
      return { email, email_verified, sid, auth_time: authTime, amr }
    },
    formats: {
      customizers: {
        jwt: (_ctx: OidcContext, _token: object, { payload }: { payload: object }) => {
          Object.assign(payload, steer.claims)
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx: { body: string }, form: string) => {
          ctx.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
        },
      },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx: OidcContext, audience: string) => ({
          audience,
          scope: '',
          accessTokenFormat: 'jwt',
          accessTokenTTL: steer.token_seconds,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    ttl: {
      AccessToken: seconds,
      IdToken: seconds,
      AuthorizationCode: () => 60,
      RefreshToken: weeks,
      Session: weeks,
      Grant: weeks,
      Interaction: () => 600,
    },
  }
}

/** What people may be asked: the usual, and which account it shall be. */
function policy() {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return prompts
}

function accountOf(sub: string, { account }: Steering): IssuerAccount {
  return [account, ...Object.values(ACCOUNTS)].find(one => one.sub === sub) ?? account
}

/** Everybody agreed before to everything, so that nobody is asked. */
async function grantAll({ oidc }: OidcContext): Promise<object> {
  const { clientId } = oidc.client
  const { accountId } = oidc.session
  const known = await oidc.provider.Grant.find(oidc.session.grantIdFor(clientId) ?? '')
  const grant = known ?? new oidc.provider.Grant({ accountId, clientId })
  grant.addOIDCScope('openid email profile offline_access')
  if (oidc.params.resource) grant.addResourceScope(oidc.params.resource, 'none')
  await grant.save()
  return grant
}
