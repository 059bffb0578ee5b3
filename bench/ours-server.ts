/** Our whole server on the benchmark's database, with every defence on; tells the parent its address and tokens, and its memory when asked. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { readConfig } from '#server/kernel/config.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { startRuntime } from '#server/runtime.ts'
import { BENCH, FIRST_PERIOD_END, OPERATOR_SUB, OTHER } from './seed.ts'

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
runtime.clock?.setOffset(Date.parse(`${FIRST_PERIOD_END}T10:00:00Z`) - Date.now())

// The whole run counts as just authenticated: asking again is not what is measured.
const HOURS = 6
const auth_time = Math.floor(Date.now() / 1000) + HOURS * 3600
const claims = { email_verified: true, auth_time, amr: ['pwd', 'otp', 'mfa'] }
const sign = (sub: string, email: string) =>
  new SignJWT({ ...claims, email, sid: `bench ${sub}` })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
    .setSubject(sub)
    .setIssuer('http://bench')
    .setAudience('corridor-api')
    .setExpirationTime(`${HOURS}h`)
    .sign(privateKey)

const origin = await runtime.listen()
process.send?.({
  origin,
  tokens: {
    employer: await sign(BENCH.boss, `boss@${BENCH.domain}`),
    other: await sign(OTHER.boss, `boss@${OTHER.domain}`),
    contractor: await sign(`${BENCH.contractor}1`, `${BENCH.contractor}1@mail.test`),
    operator: await sign(OPERATOR_SUB, 'op@bench.test'),
  },
})
let most_bytes = 0
const look = () => {
  most_bytes = Math.max(most_bytes, process.memoryUsage.rss())
}
setInterval(look, 50).unref()
process.on('message', () => {
  look()
  process.send?.({ rss_bytes: process.memoryUsage.rss(), most_bytes })
  most_bytes = 0
})
process.on('SIGTERM', () => void runtime.stop().then(() => process.exit(0)))
process.on('disconnect', () => process.exit(0))
