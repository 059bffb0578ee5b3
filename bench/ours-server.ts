/** Our whole server on the benchmark's database, with every defence on; tells the parent its address and two tokens. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { readConfig } from '#server/kernel/config.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { startRuntime } from '#server/runtime.ts'
import { EMPLOYER_SUB, OPERATOR_SUB } from './seed.ts'

const url = process.env.BENCH_DATABASE_URL ?? ''
const config = {
  ...readConfig('start', { ...process.env, PORT: '0', LOG_LEVEL: 'error' }),
  databaseUrl: url,
}
const { publicKey, privateKey } = await generateKeyPair('ES256')
const issuer = {
  kind: 'embedded' as const,
  issuer: 'http://bench',
  audience: 'corridor-api',
  keys: async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256' }] }),
}
const runtime = await startRuntime(config, await prepareDatabase(config, url), { issuer })
runtime.clock?.setOffset(Date.parse('2026-03-10T10:00:00Z') - Date.now())

// The whole run counts as just authenticated: asking again is not what is measured.
const auth_time = Math.floor(Date.now() / 1000) + 3600
const claims = { email_verified: true, auth_time, amr: ['pwd', 'otp', 'mfa'] }
const sign = (sub: string, email: string) =>
  new SignJWT({ ...claims, email, sid: `bench ${sub}` })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
    .setSubject(sub)
    .setIssuer('http://bench')
    .setAudience('corridor-api')
    .setExpirationTime('1h')
    .sign(privateKey)

const origin = await runtime.listen()
process.send?.({
  origin,
  tokens: {
    employer: await sign(EMPLOYER_SUB, 'boss@bench.test'),
    operator: await sign(OPERATOR_SUB, 'op@bench.test'),
  },
})
process.on('SIGTERM', () => void runtime.stop().then(() => process.exit(0)))
process.on('disconnect', () => process.exit(0))
