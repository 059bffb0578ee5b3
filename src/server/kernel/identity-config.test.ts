import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { readIdentitySettings } from './identity-config.ts'

const OIDC = {
  OIDC_ISSUER: 'https://id.example.test/realms/corridor',
  OIDC_CLIENT_ID: 'corridor',
  OIDC_AUDIENCE: 'corridor-api',
}
const GOOGLE = { GOOGLE_CLIENT_ID: 'at-google', GOOGLE_CLIENT_SECRET: 'of-it' }

describe('settings of identity providers', () => {
  it('are none when nothing is set, or nothing but empty lines', () => {
    const none = { oidc: undefined, google: undefined, tagManagerId: undefined }
    expect(readIdentitySettings({})).toEqual({ settings: none, problems: [] })
    const empty = { OIDC_ISSUER: '', GOOGLE_CLIENT_ID: '', TAG_MANAGER_ID: '' }
    expect(readIdentitySettings(empty)).toEqual({ settings: none, problems: [] })
  })

  it('need three lines for an OpenID provider; the rest is usual', () => {
    const { settings, problems } = readIdentitySettings(OIDC)
    expect(problems).toEqual([])
    expect(settings.oidc).toEqual({
      issuer: 'https://id.example.test/realms/corridor',
      name: 'id.example.test',
      clientId: 'corridor',
      clientSecret: undefined,
      audience: 'corridor-api',
      token: 'access_token',
      scopes: 'openid email profile offline_access',
      extraParams: {},
    })
  })

  it('take all that an OpenID provider may want', () => {
    const { settings, problems } = readIdentitySettings({
      OIDC_ISSUER: 'https://id.example.test',
      OIDC_NAME: 'Example ID',
      OIDC_CLIENT_ID: 'corridor',
      OIDC_CLIENT_SECRET: 's',
      OIDC_TOKEN: 'id_token',
      OIDC_SCOPES: 'openid email',
      OIDC_EXTRA_PARAMS: 'prompt=select_account&audience=https%3A%2F%2Fapi.test&resource=',
    })
    expect(problems).toEqual([])
    expect(settings.oidc).toMatchObject({
      name: 'Example ID',
      clientSecret: 's',
      // An ID token is made for the client.
      audience: 'corridor',
      token: 'id_token',
      extraParams: { prompt: 'select_account', audience: 'https://api.test', resource: '' },
    })
  })

  it('need two lines for Google', () => {
    const { settings, problems } = readIdentitySettings(GOOGLE)
    expect(problems).toEqual([])
    expect(settings.google).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'at-google',
      clientSecret: 'of-it',
    })
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['a client alone', { OIDC_CLIENT_ID: 'c' }, ['OIDC_ISSUER', 'OIDC_AUDIENCE']],
    ['a name alone', { OIDC_NAME: 'X' }, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_AUDIENCE']],
    ['no audience', { ...OIDC, OIDC_AUDIENCE: '' }, ['OIDC_AUDIENCE']],
    ['http', { ...OIDC, OIDC_ISSUER: 'http://id.example.test' }, ['OIDC_ISSUER']],
    ['no address', { ...OIDC, OIDC_ISSUER: 'id.example.test' }, ['OIDC_ISSUER']],
    ['an address with a question', { ...OIDC, OIDC_ISSUER: 'https://a.test/?b' }, ['OIDC_ISSUER']],
    ['a token of another kind', { ...OIDC, OIDC_TOKEN: 'refresh_token' }, ['OIDC_TOKEN']],
    ['scopes without openid', { ...OIDC, OIDC_SCOPES: 'email' }, ['OIDC_SCOPES']],
    ['our parameters', { ...OIDC, OIDC_EXTRA_PARAMS: 'state=x' }, ['OIDC_EXTRA_PARAMS']],
    ['Google without secret', { GOOGLE_CLIENT_ID: 'c' }, ['GOOGLE_CLIENT_SECRET']],
    [
      'Google without client',
      { GOOGLE_ISSUER: 'https://a.test' },
      ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ],
    ['Google by http', { ...GOOGLE, GOOGLE_ISSUER: 'http://a.test' }, ['GOOGLE_ISSUER']],
    ['both', { ...OIDC, ...GOOGLE }, ['GOOGLE_CLIENT_ID']],
    ['a container of another kind', { TAG_MANAGER_ID: 'UA-12345' }, ['TAG_MANAGER_ID']],
  ])('name what is missing or wrong: %s', (_what, env, names) => {
    const { problems } = readIdentitySettings(env)
    expect(problems.map(problem => problem.split(':')[0])).toEqual(names)
  })

  it.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
    'take %s, which never leaves the machine',
    issuer => {
      expect(readIdentitySettings({ ...OIDC, OIDC_ISSUER: issuer }).problems).toEqual([])
    },
  )

  it('stop every start, together with all else that is missing', () => {
    const env = { CORRIDOR_DATA_DIR: '/nonexistent', OIDC_CLIENT_ID: 'c' }
    expect(() => readConfig('start', env)).toThrow(/OIDC_ISSUER.*OIDC_AUDIENCE/s)
    expect(() => readConfig('serve', env)).toThrow(/OIDC_ISSUER.*DATABASE_URL/s)
  })
})
