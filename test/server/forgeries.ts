/** Tokens that were not signed by the provider's key for this API, this session and this moment. */
import { createHmac, createPrivateKey, createSign } from 'node:crypto'
import { CompactEncrypt, exportJWK, exportPKCS8, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { AUDIENCE, type HttpWorld, ISSUER } from './http-world.ts'

const KID = 'test-key'
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Every forgery by what is wrong with it. `who` is a person whom the API would let in. */
export async function forgeries(
  { keys, tokenOf }: HttpWorld,
  who: { readonly sub: string; readonly email: string },
): Promise<Record<string, string>> {
  const good = await tokenOf(who)
  const [header = '', payload = '', signature = ''] = good.split('.')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...who,
    email_verified: true,
    sid: 'forged',
    auth_time: now,
    amr: ['pwd', 'otp', 'mfa'],
    iss: ISSUER,
    aud: AUDIENCE,
    iat: now,
    exp: now + 600,
  }
  const other = await generateKeyPair('ES256', { extractable: true })
  const otherRsa = await generateKeyPair('RS256', { extractable: true })
  const otherEd = await generateKeyPair('EdDSA', { extractable: true })
  const ownKey = { ...(await exportJWK(other.publicKey)), kid: KID }
  const evil = 'https://evil.test/jwks.json'
  const sign = (
    changed: object,
    head: object = {},
    key: CryptoKey = keys.privateKey,
    alg = 'ES256',
  ) =>
    new SignJWT({ ...claims, ...changed } as never)
      .setProtectedHeader({ alg, kid: KID, ...head })
      .sign(key)
  const hmac = (secret: string, alg = 'HS256') => {
    const signed = `${base64({ alg, kid: KID, typ: 'JWT' })}.${base64(claims)}`
    return `${signed}.${createHmac(alg.replace('HS', 'sha'), secret).update(signed).digest('base64url')}`
  }
  const unsigned = (alg: string) => `${base64({ alg, kid: KID })}.${base64(claims)}`
  const spki = await exportSPKI(keys.publicKey)
  const publicJwk = JSON.stringify(await exportJWK(keys.publicKey))
  // The right key and algorithm, but the signature as ASN.1 and not as two numbers (RFC 7518, 3.4).
  const asn1 = createSign('sha256')
    .update(unsigned('ES256'))
    .sign(createPrivateKey(await exportPKCS8(keys.privateKey)), 'base64url')
  const encrypted = await new CompactEncrypt(Buffer.from(good))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: KID })
    .encrypt(Buffer.alloc(32, 7))
  return {
    'alg none': `${unsigned('none')}.`,
    'alg None': `${unsigned('None')}.`,
    'alg NONE, signed': `${unsigned('NONE')}.${signature}`,
    'alg nOnE': `${unsigned('nOnE')}.`,
    'no alg': `${base64({ kid: KID })}.${payload}.${signature}`,
    'alg as a list': `${base64({ alg: ['ES256'], kid: KID })}.${payload}.${signature}`,
    'HS256 with the public key': hmac(spki),
    'HS256 with the public key, one line': hmac(spki.replace(/-----[A-Z ]+-----|\n/g, '')),
    'HS256 with the published key': hmac(publicJwk),
    'HS512 with the public key': hmac(spki, 'HS512'),
    'HS256 with an empty secret': hmac(''),
    'HS256 with "secret"': hmac('secret'),
    'wrong kid': await sign({}, { kid: 'another' }),
    'no kid, another key': await sign({}, { kid: undefined }, other.privateKey),
    'kid as a path': await sign({}, { kid: '../../../../dev/null' }, other.privateKey),
    'kid as SQL': await sign({}, { kid: "' or '1'='1" }, other.privateKey),
    'another key under our kid': await sign({}, {}, other.privateKey),
    'RS256 under our kid': await sign({}, {}, otherRsa.privateKey, 'RS256'),
    'EdDSA under our kid': await sign({}, {}, otherEd.privateKey, 'EdDSA'),
    'its own key in the header': await sign({}, { jwk: ownKey }, other.privateKey),
    'jku elsewhere': await sign({}, { jku: evil }, other.privateKey),
    'jku elsewhere, its own kid': await sign({}, { jku: evil, kid: 'theirs' }, other.privateKey),
    'x5u elsewhere': await sign({}, { x5u: evil }, other.privateKey),
    'x5c of its own': await sign({}, { x5c: ['MIIB'] }, other.privateKey),
    'crit that nobody knows': `${base64({ alg: 'ES256', kid: KID, crit: ['exp2'], exp2: 1 })}.${payload}.${signature}`,
    'wrong audience': await sign({ aud: 'another-api' }),
    'no audience': await sign({ aud: undefined }),
    'audience alike': await sign({ aud: `${AUDIENCE}.evil` }),
    'wrong issuer': await sign({ iss: 'http://evil.test' }),
    'issuer alike': await sign({ iss: `${ISSUER}/` }),
    'issuer in capitals': await sign({ iss: ISSUER.toUpperCase() }),
    'no issuer': await sign({ iss: undefined }),
    'type of a logout token': await sign({}, { typ: 'logout+jwt' }),
    'type of a refresh token': await sign({}, { typ: 'rt+jwt' }),
    'type of a DPoP proof': await sign({}, { typ: 'dpop+jwt' }),
    expired: await sign({ exp: now - 60 }),
    'expired as text': await sign({ exp: `${now + 600}` }),
    'expired in milliseconds': await sign({ exp: -(now * 1000) }),
    'never expires': await sign({ exp: undefined }),
    'not yet valid': await sign({ nbf: now + 600 }),
    'no subject': await sign({ sub: undefined }),
    'no e-mail': await sign({ email: undefined }),
    'changed payload': `${header}.${base64({ ...claims, sub: 'sub-boss@northwind.test' })}.${signature}`,
    'changed header': `${base64({ alg: 'ES256', kid: KID, typ: 'at+jwt' })}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'no third part': `${header}.${payload}`,
    'cut signature': good.slice(0, -4),
    'signature of zeros': `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    'signature as ASN.1': `${unsigned('ES256')}.${asn1}`,
    'two tokens': `${good}.${good}`,
    'encrypted, not signed': encrypted,
    'as JSON': JSON.stringify({ protected: header, payload, signature }),
    'a session’s secret': 'pHkWcZSJAVYuzvLgSS1MSYLUeDpZWAoR',
  }
}
