/** The settings of outside identity providers and of what the log in pages load from elsewhere. */

/** An OpenID provider that is the whole identity provider, in place of the embedded one. */
export type OidcSettings = {
  readonly issuer: string
  /** What people call it; the log in button says it. */
  readonly name: string
  readonly clientId: string
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined
  /** `aud` of the tokens that the API takes. */
  readonly audience: string
  /** Which of its tokens the API takes: a JWT access token (RFC 9068), or the ID token. */
  readonly token: 'access_token' | 'id_token'
  readonly scopes: string
  /** Further parameters of its log-in page; an empty one leaves a parameter of ours out. */
  readonly extraParams: Readonly<Record<string, string>>
}

/** Google, or who stands in for it in tests, beside the embedded provider. */
export type GoogleSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export type IdentitySettings = {
  readonly oidc: OidcSettings | undefined
  readonly google: GoogleSettings | undefined
  /** The tag manager's container, loaded after consent alone. */
  readonly tagManagerId: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>
type Complain = (problem: string) => void

/** What a log-in needs and nobody may replace by OIDC_EXTRA_PARAMS. */
const OURS = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
])

/** Reads the settings. Everything that is missing or wrong is named in `problems`; nothing is guessed for it. */
export function readIdentitySettings(env: Env): {
  readonly settings: IdentitySettings
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const complain: Complain = problem => problems.push(problem)
  const oidc = readOidc(env, complain)
  const google = readGoogle(env, complain)
  if (oidc && google)
    complain('GOOGLE_CLIENT_ID: stands beside our own log-in; remove it, or OIDC_ISSUER')
  return { settings: { oidc, google, tagManagerId: readTagManager(env, complain) }, problems }
}

function readOidc(env: Env, complain: Complain): OidcSettings | undefined {
  if (!given(env, 'OIDC_')) return undefined
  const issuer = need(env, 'OIDC_ISSUER', 'the address of the OpenID provider', complain)
  requireSafe('OIDC_ISSUER', issuer, complain)
  const clientId = need(env, 'OIDC_CLIENT_ID', 'our client there', complain)
  const token = env.OIDC_TOKEN || 'access_token'
  if (token !== 'access_token' && token !== 'id_token')
    complain('OIDC_TOKEN: must be access_token or id_token')
  const audience =
    token === 'id_token'
      ? env.OIDC_AUDIENCE || clientId
      : need(env, 'OIDC_AUDIENCE', '`aud` of the access tokens that it makes for us', complain)
  const scopes = env.OIDC_SCOPES || 'openid email profile offline_access'
  if (!scopes.split(' ').includes('openid')) complain('OIDC_SCOPES: must contain openid')
  const extraParams = Object.fromEntries(new URLSearchParams(env.OIDC_EXTRA_PARAMS))
  for (const name of Object.keys(extraParams))
    if (OURS.has(name)) complain(`OIDC_EXTRA_PARAMS: ${name} is set by Corridor`)
  return {
    issuer,
    name: env.OIDC_NAME || (URL.canParse(issuer) ? new URL(issuer).hostname : ''),
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET || undefined,
    audience,
    token: token === 'id_token' ? token : 'access_token',
    scopes,
    extraParams,
  }
}

function readGoogle(env: Env, complain: Complain): GoogleSettings | undefined {
  if (!given(env, 'GOOGLE_')) return undefined
  const issuer = env.GOOGLE_ISSUER || 'https://accounts.google.com'
  requireSafe('GOOGLE_ISSUER', issuer, complain)
  return {
    issuer,
    clientId: need(env, 'GOOGLE_CLIENT_ID', 'our client at Google', complain),
    clientSecret: need(env, 'GOOGLE_CLIENT_SECRET', 'its secret', complain),
  }
}

function readTagManager(env: Env, complain: Complain): string | undefined {
  const id = env.TAG_MANAGER_ID || undefined
  if (id && !/^GTM-[A-Z0-9]{4,12}$/.test(id))
    complain('TAG_MANAGER_ID: not of the form GTM-XXXXXXX')
  return id
}

/** Whether any setting of a group is there, so that half of one does not pass for none. */
function given(env: Env, prefix: 'OIDC_' | 'GOOGLE_'): boolean {
  const names = {
    OIDC_: [
      'ISSUER',
      'NAME',
      'CLIENT_ID',
      'CLIENT_SECRET',
      'AUDIENCE',
      'TOKEN',
      'SCOPES',
      'EXTRA_PARAMS',
    ],
    GOOGLE_: ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER'],
  }
  return names[prefix].some(name => env[prefix + name])
}

function need(env: Env, name: string, why: string, complain: Complain): string {
  const value = env[name]
  if (!value) complain(`${name}: ${why}`)
  return value ?? ''
}

/** Tokens and codes travel to an issuer: by https, or within this machine. */
function requireSafe(name: string, issuer: string, complain: Complain): void {
  if (!issuer) return
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const local = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (!local && url?.protocol !== 'https:') complain(`${name}: must be https`)
  else if (url?.search || url?.hash) complain(`${name}: must be an address without ? and #`)
}
