import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { servedSettings } from './served-settings.test-data.ts'

const { stage, serve, said } = servedSettings()
const key = (bytes: Buffer, id = 'k1') => `${id}:${bytes.toString('base64')}`

describe('serve', () => {
  it('starts with everything that it needs', () => {
    expect(serve()).toMatchObject({ mode: 'serve', smtpNeedsTls: false, simulatedRail: false })
  })

  it('names all that is missing at once', () => {
    const none = Object.fromEntries(Object.keys(stage.good).map(name => [name, undefined]))
    expect(said(none).map(line => line.split(':')[0])).toEqual(Object.keys(stage.good))
    expect(said({ ...none, AUTH_SECRET: 'secret', SMTP_URL: 'ftp://x' })).toHaveLength(8)
  })

  it.each([
    'abcdefghijklmnopqrstuvwxyzabcdefghij',
    'x'.repeat(64),
    'Correct-Horse-Battery-Staple-2026!!!',
    'k7Xp!k7Xp!k7Xp!k7Xp!k7Xp!k7Xp!k7Xp!k7Xp!',
    'short1!',
  ])('refuses %j as AUTH_SECRET', AUTH_SECRET => {
    expect(said({ AUTH_SECRET })).toEqual([
      'AUTH_SECRET: too easy to guess: make one by `openssl rand -base64 32`',
    ])
  })

  it.each([
    ['zeros', Buffer.alloc(32)],
    ['a sentence', Buffer.from('this is our master key, 32 bytes')],
    ['sixteen bytes twice', Buffer.concat([Buffer.alloc(16, 'x9Kp'), Buffer.alloc(16, 'x9Kp')])],
  ])('refuses %s as MASTER_KEY, also as an older one', (_name, bytes) => {
    expect(said({ MASTER_KEY: key(bytes) })[0]).toMatch(/^MASTER_KEY: the key k1 is too easy/)
    const [complaint] = said({ MASTER_KEY: `${stage.good.MASTER_KEY},${key(bytes, 'k0')}` })
    expect(complaint).toMatch(/^MASTER_KEY: the key k0 is too easy/)
  })

  it('refuses a MASTER_KEY of another form, or the same id twice', () => {
    const form = /^MASTER_KEY: not of the form/
    for (const MASTER_KEY of [
      'k1',
      // Of letters and digits alone, as an id would be.
      Buffer.alloc(32, 'Corridor').toString('base64'),
      `k1:${randomBytes(31).toString('base64')}`,
      `${stage.good.MASTER_KEY},${key(randomBytes(32))}`,
      `a b:${randomBytes(32).toString('base64')}`,
    ])
      expect(said({ MASTER_KEY })[0]).toMatch(form)
    const two = `${stage.good.MASTER_KEY},${key(randomBytes(32), 'k0')}`
    expect(serve({ MASTER_KEY: two }).masterKeys.current).toBe('k1')
  })

  it('refuses mail by anything but SMTP, and never sends it unencrypted beyond this machine', () => {
    for (const SMTP_URL of ['ftp://x', 'mail.example.test', 'https://mail.example.test'])
      expect(said({ SMTP_URL })).toEqual(['SMTP_URL: must be smtps://... or smtp://...'])
    const plain = 'smtp://user:password@mail.example.test:587'
    expect(serve({ SMTP_URL: plain }).smtpNeedsTls).toBe(true)
    expect(serve({ SMTP_URL: 'smtp://127.0.0.1:25' }).smtpNeedsTls).toBe(false)
    expect(serve({ SMTP_URL: plain, ALLOW_UNENCRYPTED: 'smtp' }).smtpNeedsTls).toBe(false)
    for (const option of ['ignoreTLS=true', 'tls.rejectUnauthorized=false', 'secure=false'])
      expect(said({ SMTP_URL: `smtps://mail.example.test?${option}` })[0]).toMatch(
        /^SMTP_URL: turns encryption off by/,
      )
  })

  it('refuses a database beyond this machine without TLS, unless it is told', () => {
    const unencrypted = /^DATABASE_URL: goes beyond this machine unencrypted/
    const at = (rest: string) => `postgres://corridor:Vw7-kQ2x-Zr9p-Lm4t@${rest}`
    for (const rest of [
      'db.example.test/corridor',
      'db.example.test/corridor?sslmode=disable',
      'db.example.test/corridor?sslmode=prefer',
      'db.example.test/corridor?sslmode=no-verify',
      '10.0.0.7/corridor',
      'localhost/corridor?host=db.example.test',
    ]) {
      expect([rest, said({ DATABASE_URL: at(rest) })[0]]).toEqual([
        rest,
        expect.stringMatching(unencrypted),
      ])
      expect(said({ DATABASE_URL: at(rest), ALLOW_UNENCRYPTED: 'smtp, database' })).toEqual([])
    }
    for (const DATABASE_URL of [
      at('db.example.test/corridor?sslmode=require'),
      at('localhost:5432/corridor'),
      'postgres://corridor@127.0.0.1/corridor',
      'postgres://corridor@[::1]/corridor',
      'postgresql:///corridor?host=/var/run/postgresql',
    ])
      expect([DATABASE_URL, said({ DATABASE_URL })]).toEqual([DATABASE_URL, []])
    expect(said({ DATABASE_URL: 'mysql://db.example.test/x' })[0]).toContain('must be postgres://')
    expect(
      said({ DATABASE_URL: 'postgres://corridor:corridor@db.example.test/x?sslmode=require' }),
    ).toEqual(['DATABASE_URL: has a password that is too easy to guess'])
  })

  it('refuses a virus scanner beyond this machine, to which documents would go as they are', () => {
    for (const CLAMD_URL of ['tcp://127.0.0.1:3310', 'unix:/run/clamav/clamd.ctl'])
      expect(serve({ CLAMD_URL }).clamdUrl).toBe(CLAMD_URL)
    for (const CLAMD_URL of ['clamd', 'tcp://127.0.0.1', 'http://127.0.0.1:3310'])
      expect(said({ CLAMD_URL })).toEqual(['CLAMD_URL: must be tcp://host:port or unix:/path'])
    const CLAMD_URL = 'tcp://scanner.example.test:3310'
    expect(said({ CLAMD_URL })[0]).toMatch(/^CLAMD_URL: documents would go beyond/)
    expect(said({ CLAMD_URL, ALLOW_UNENCRYPTED: 'scanner' })).toEqual([])
  })

  it('refuses what it does not know in ALLOW_UNENCRYPTED', () => {
    expect(said({ ALLOW_UNENCRYPTED: 'all' })).toEqual([
      'ALLOW_UNENCRYPTED: knows smtp, database, scanner, files, bitcoin, solana, ethereum, algorand, hedera, and not all',
    ])
  })

  it('refuses a certificate without a file, or without a password that is one', () => {
    const SEAL_P12_FILE = join(stage.dir, 'seal.p12')
    expect(said({ SEAL_P12_FILE, SEAL_P12_PASSWORD: 'kX7-mQ2p-Zr9v-Lw4t' })).toEqual([
      'SEAL_P12_FILE: there is no such file',
    ])
    writeFileSync(SEAL_P12_FILE, '')
    for (const SEAL_P12_PASSWORD of [undefined, '', 'changeit', 'password1234'])
      expect(said({ SEAL_P12_FILE, SEAL_P12_PASSWORD })[0]).toMatch(/^SEAL_P12_PASSWORD: /)
    expect(said({ SEAL_P12_FILE, SEAL_P12_PASSWORD: 'kX7-mQ2p-Zr9v-Lw4t' })).toEqual([])
  })

  it('refuses weak secrets of identity providers', () => {
    const oidc = { OIDC_ISSUER: 'https://id.example.test', OIDC_CLIENT_ID: 'c', OIDC_AUDIENCE: 'a' }
    expect(said({ ...oidc, OIDC_CLIENT_SECRET: 'secret' })[0]).toMatch(/^OIDC_CLIENT_SECRET: /)
    expect(said({ ...oidc, OIDC_CLIENT_SECRET: 'mZ8vQx2LrT5nWc7KpJ4hYd9BgF3s6tUa' })).toEqual([])
    expect(said(oidc)).toEqual([])
    const google = { GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 'google-google-google' }
    expect(said(google)[0]).toMatch(/^GOOGLE_CLIENT_SECRET: /)
  })

  it('makes its data folder, for its owner alone', () => {
    const CORRIDOR_DATA_DIR = join(stage.dir, 'deep', 'data')
    expect(said({ CORRIDOR_DATA_DIR })).toEqual([])
    if (process.platform !== 'win32') expect(statSync(CORRIDOR_DATA_DIR).mode & 0o777).toBe(0o700)
    writeFileSync(join(stage.dir, 'file'), '')
    expect(said({ CORRIDOR_DATA_DIR: join(stage.dir, 'file') })[0]).toMatch(
      /^CORRIDOR_DATA_DIR: cannot/,
    )
    expect(said({ CORRIDOR_DATA_DIR: join(stage.dir, 'file', 'in') })[0]).toMatch(
      /^CORRIDOR_DATA_DIR: cannot be made, or not be written \(ENOTDIR\)/,
    )
    expect(existsSync(CORRIDOR_DATA_DIR)).toBe(true)
    chmodSync(CORRIDOR_DATA_DIR, 0o700)
  })
})
