import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'

let dir = ''
let good: Record<string, string>
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'corridor-served-'))
  good = {
    DATABASE_URL:
      'postgres://corridor:Vw7-kQ2x-Zr9p-Lm4t@db.example.test/corridor?sslmode=verify-full',
    PUBLIC_URL: 'https://pay.example.test',
    SMTP_URL: 'smtps://user:password@mail.example.test',
    MAIL_FROM: 'Corridor <pay@example.test>',
    SUPPORT_EMAIL: 'help@example.test',
    CORRIDOR_DATA_DIR: join(dir, 'data'),
    AUTH_SECRET: randomBytes(32).toString('base64'),
    MASTER_KEY: `k1:${randomBytes(32).toString('base64')}`,
  }
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const serve = (changed: Readonly<Record<string, string | undefined>> = {}) =>
  readConfig('serve', { ...good, ...changed })
/** The lines in which `serve` says why it does not start; none when it would. */
function said(changed: Readonly<Record<string, string | undefined>>): string[] {
  try {
    serve(changed)
    return []
  } catch (error) {
    return (error as ConfigError).message.split('\n  ').slice(1)
  }
}
const key = (bytes: Buffer, id = 'k1') => `${id}:${bytes.toString('base64')}`

describe('serve', () => {
  it('starts with everything that it needs', () => {
    expect(serve()).toMatchObject({ mode: 'serve', smtpNeedsTls: false, simulatedRail: false })
  })

  it('names all that is missing at once', () => {
    const none = Object.fromEntries(Object.keys(good).map(name => [name, undefined]))
    expect(said(none).map(line => line.split(':')[0])).toEqual(Object.keys(good))
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
    const [complaint] = said({ MASTER_KEY: `${good.MASTER_KEY},${key(bytes, 'k0')}` })
    expect(complaint).toMatch(/^MASTER_KEY: the key k0 is too easy/)
  })

  it('refuses a MASTER_KEY of another form, or the same id twice', () => {
    const form = /^MASTER_KEY: not of the form/
    for (const MASTER_KEY of [
      'k1',
      // Of letters and digits alone, as an id would be.
      Buffer.alloc(32, 'Corridor').toString('base64'),
      `k1:${randomBytes(31).toString('base64')}`,
      `${good.MASTER_KEY},${key(randomBytes(32))}`,
      `a b:${randomBytes(32).toString('base64')}`,
    ])
      expect(said({ MASTER_KEY })[0]).toMatch(form)
    const two = `${good.MASTER_KEY},${key(randomBytes(32), 'k0')}`
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
    const SEAL_P12_FILE = join(dir, 'seal.p12')
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
    const CORRIDOR_DATA_DIR = join(dir, 'deep', 'data')
    expect(said({ CORRIDOR_DATA_DIR })).toEqual([])
    if (process.platform !== 'win32') expect(statSync(CORRIDOR_DATA_DIR).mode & 0o777).toBe(0o700)
    writeFileSync(join(dir, 'file'), '')
    expect(said({ CORRIDOR_DATA_DIR: join(dir, 'file') })[0]).toMatch(/^CORRIDOR_DATA_DIR: cannot/)
    expect(said({ CORRIDOR_DATA_DIR: join(dir, 'file', 'in') })[0]).toMatch(
      /^CORRIDOR_DATA_DIR: cannot be made, or not be written \(ENOTDIR\)/,
    )
    expect(existsSync(CORRIDOR_DATA_DIR)).toBe(true)
    chmodSync(CORRIDOR_DATA_DIR, 0o700)
  })

  it('pays in bitcoin by a node and a key that are whole, and names what is not', () => {
    const BITCOIN_KEY_FILE = join(dir, 'bitcoin-key.json')
    writeFileSync(BITCOIN_KEY_FILE, '{}')
    const whole = {
      BITCOIN_RPC_URL: 'http://corridor:Vw7-kQ2x@127.0.0.1:8332',
      BITCOIN_KEY_FILE,
      BITCOIN_KEY_PASSPHRASE: randomBytes(32).toString('base64'),
    }
    expect(serve().bitcoin).toBeUndefined()
    expect(serve({ ...whole, BITCOIN_FROM_HEIGHT: '900000' }).bitcoin).toEqual({
      ...{ chain: 'main', rpcUrl: whole.BITCOIN_RPC_URL, fromHeight: 900_000, explorer: null },
      depositKey: null,
      signer: { keyFile: BITCOIN_KEY_FILE, keyPassphrase: whole.BITCOIN_KEY_PASSPHRASE },
    })
    expect(readConfig('start', { ...good, ...whole }).bitcoin).toBeUndefined()
    const local = readConfig('start', { ...good, ...whole, CORRIDOR_LOCAL_CHAINS: '1' })
    expect(local.bitcoin?.chain).toBe('regtest')
    const wrong = (set: Readonly<Record<string, string | undefined>>) =>
      said({ ...whole, ...set }).map(line => line.split(':')[0])
    expect(wrong({ BITCOIN_RPC_URL: 'http://u:p@node.example.test:8332' })).toEqual([
      'BITCOIN_RPC_URL',
    ])
    const allowed = { ALLOW_UNENCRYPTED: 'bitcoin' }
    expect(wrong({ BITCOIN_RPC_URL: 'http://u:p@10.0.0.2:8332', ...allowed })).toEqual([])
    expect(wrong({ BITCOIN_RPC_URL: 'http://127.0.0.1:8332' })).toEqual(['BITCOIN_RPC_URL'])
    expect(
      wrong({
        BITCOIN_KEY_FILE: undefined,
        BITCOIN_KEY_PASSPHRASE: 'password',
        BITCOIN_FROM_HEIGHT: 'x',
      }),
    ).toEqual(['BITCOIN_KEY_FILE', 'BITCOIN_KEY_PASSPHRASE', 'BITCOIN_FROM_HEIGHT'])
    for (const explorer of [
      'http://explorer.example.test/tx/',
      'https://explorer.example.test/tx',
      'javascript:alert(1)//',
    ])
      expect(wrong({ BITCOIN_EXPLORER_URL: explorer })).toEqual(['BITCOIN_EXPLORER_URL'])
    expect(wrong({ BITCOIN_EXPLORER_URL: 'https://explorer.example.test/tx/' })).toEqual([])
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
    const zprv =
      'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE'
    expect(serve({ ...whole, BITCOIN_DEPOSIT_KEY: zpub }).bitcoin?.depositKey).toBe(zpub)
    for (const key of [zprv, zpub.slice(0, -1), 'zpub', 'x'])
      expect(wrong({ BITCOIN_DEPOSIT_KEY: key })).toEqual(['BITCOIN_DEPOSIT_KEY'])
    expect(said({ BITCOIN_DEPOSIT_KEY: zpub })[0]).toMatch(/needs BITCOIN_RPC_URL/)
    const refused = said({ ...whole, BITCOIN_DEPOSIT_KEY: zprv }).join()
    expect(refused).toMatch(/is a private key/)
    expect(refused).not.toContain(zprv)
  })

  it('pays on Solana by a node and a key that are whole, and names what is not', () => {
    const SOLANA_KEY_FILE = join(dir, 'solana-key.json')
    writeFileSync(SOLANA_KEY_FILE, '{}')
    const whole = {
      SOLANA_RPC_URL: 'https://node.example.test/a-key',
      SOLANA_KEY_FILE,
      SOLANA_KEY_PASSPHRASE: randomBytes(32).toString('base64'),
    }
    expect(serve().solana).toBeUndefined()
    expect(serve(whole).solana).toEqual({
      ...{ chain: 'main', rpcUrl: whole.SOLANA_RPC_URL, explorer: null },
      signer: { keyFile: SOLANA_KEY_FILE, keyPassphrase: whole.SOLANA_KEY_PASSPHRASE },
    })
    expect(readConfig('start', { ...good, ...whole }).solana).toBeUndefined()
    const local = readConfig('start', { ...good, ...whole, CORRIDOR_LOCAL_CHAINS: '1' })
    expect(local.solana?.chain).toBe('local')
    const wrong = (set: Readonly<Record<string, string | undefined>>) =>
      said({ ...whole, ...set }).map(line => line.split(':')[0])
    for (const url of ['http://node.example.test', 'https://u:p@node.example.test', 'node'])
      expect(wrong({ SOLANA_RPC_URL: url })).toEqual(['SOLANA_RPC_URL'])
    expect(wrong({ SOLANA_RPC_URL: 'http://127.0.0.1:8899' })).toEqual([])
    const allowed = { ALLOW_UNENCRYPTED: 'solana' }
    expect(wrong({ SOLANA_RPC_URL: 'http://10.0.0.2:8899', ...allowed })).toEqual([])
    const SOLANA_EXPLORER_URL = 'https://explorer.example.test/tx'
    expect(
      wrong({ SOLANA_KEY_FILE: undefined, SOLANA_KEY_PASSPHRASE: 'password', SOLANA_EXPLORER_URL }),
    ).toEqual(['SOLANA_KEY_FILE', 'SOLANA_KEY_PASSPHRASE', 'SOLANA_EXPLORER_URL'])
  })

  it('pays on Algorand as on Solana, by a node that may ask for a token', () => {
    const ALGORAND_KEY_FILE = join(dir, 'algorand-key.json')
    writeFileSync(ALGORAND_KEY_FILE, '{}')
    const whole = {
      ALGORAND_RPC_URL: 'https://node.example.test',
      ALGORAND_KEY_FILE,
      ALGORAND_KEY_PASSPHRASE: randomBytes(32).toString('base64'),
    }
    expect(serve().algorand).toBeUndefined()
    expect(serve(whole).algorand).toEqual({
      ...{ chain: 'main', rpcUrl: whole.ALGORAND_RPC_URL, explorer: null, token: null },
      signer: { keyFile: ALGORAND_KEY_FILE, keyPassphrase: whole.ALGORAND_KEY_PASSPHRASE },
    })
    expect(serve({ ...whole, ALGORAND_API_TOKEN: 'of-the-node' }).algorand?.token).toBe(
      'of-the-node',
    )
    const local = readConfig('start', { ...good, ...whole, CORRIDOR_LOCAL_CHAINS: 'true' })
    expect(local.algorand?.chain).toBe('local')
    const wrong = (set: Readonly<Record<string, string | undefined>>) =>
      said({ ...whole, ...set }).map(line => line.split(':')[0])
    expect(wrong({ ALGORAND_RPC_URL: 'http://node.example.test' })).toEqual(['ALGORAND_RPC_URL'])
    expect(wrong({ ALGORAND_KEY_FILE: undefined })).toEqual(['ALGORAND_KEY_FILE'])
  })

  it('pays on Hedera as on Solana, by nodes that transactions are handed to', () => {
    const HEDERA_KEY_FILE = join(dir, 'hedera-key.json')
    writeFileSync(HEDERA_KEY_FILE, '{}')
    const whole = {
      HEDERA_RPC_URL: 'https://node.example.test',
      HEDERA_NODES: '0.0.3=35.237.200.180:50211, 0.0.4=node.example.test:50211',
      ...{ HEDERA_KEY_FILE, HEDERA_KEY_PASSPHRASE: randomBytes(32).toString('base64') },
    }
    expect(serve().hedera).toBeUndefined()
    expect([...(serve(whole).hedera?.nodes ?? [])]).toEqual([
      ['0.0.3', '35.237.200.180:50211'],
      ['0.0.4', 'node.example.test:50211'],
    ])
    for (const HEDERA_NODES of [undefined, '0.0.3', '0.0.3=a:1,0.0.3=b:1', '0.0.3=http://a:1', ','])
      expect(said({ ...whole, HEDERA_NODES })[0]).toMatch(/^HEDERA_NODES: the nodes that/)
  })

  it('pays on Ethereum as on Solana, for so much of a fee as is said', () => {
    const ETHEREUM_KEY_FILE = join(dir, 'ethereum-key.json')
    writeFileSync(ETHEREUM_KEY_FILE, '{}')
    const whole = {
      ETHEREUM_RPC_URL: 'https://node.example.test/a-key',
      ETHEREUM_KEY_FILE,
      ETHEREUM_KEY_PASSPHRASE: randomBytes(32).toString('base64'),
    }
    expect(serve().ethereum).toBeUndefined()
    expect(serve(whole).ethereum).toEqual({
      ...{ chain: 'main', rpcUrl: whole.ETHEREUM_RPC_URL, explorer: null, mostFee: undefined },
      depositKey: null,
      signer: { keyFile: ETHEREUM_KEY_FILE, keyPassphrase: whole.ETHEREUM_KEY_PASSPHRASE },
    })
    expect(serve({ ...whole, ETHEREUM_MOST_FEE_GWEI: '2000000' }).ethereum?.mostFee).toBe(
      2_000_000n,
    )
    expect(readConfig('start', { ...good, ...whole }).ethereum).toBeUndefined()
    const local = readConfig('start', { ...good, ...whole, CORRIDOR_LOCAL_CHAINS: '1' })
    expect(local.ethereum?.chain).toBe('local')
    const wrong = (set: Readonly<Record<string, string | undefined>>) =>
      said({ ...whole, ...set }).map(line => line.split(':')[0])
    expect(wrong({ ETHEREUM_RPC_URL: 'http://node.example.test' })).toEqual(['ETHEREUM_RPC_URL'])
    expect(wrong({ ETHEREUM_KEY_FILE: undefined, ETHEREUM_MOST_FEE_GWEI: '0.5' })).toEqual([
      'ETHEREUM_KEY_FILE',
      'ETHEREUM_MOST_FEE_GWEI',
    ])
    const xpub =
      'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76'
    const xprv =
      'xprv9yeny6n2dNUooqfQAdyqEUiDXC5HLMezYBQa2REnvFPTKvuTaUivwDa7Db8gwUCwcvZEQc7XBEvBjvwwUpQxPmxVScuQd8dAs4AYQT4BxeZ'
    expect(serve({ ...whole, ETHEREUM_DEPOSIT_KEY: xpub }).ethereum?.depositKey).toBe(xpub)
    for (const ETHEREUM_DEPOSIT_KEY of [xprv, xpub.slice(0, -1), '0x00', 'x'])
      expect(wrong({ ETHEREUM_DEPOSIT_KEY })).toEqual(['ETHEREUM_DEPOSIT_KEY'])
    expect(said({ ETHEREUM_DEPOSIT_KEY: xpub })[0]).toMatch(/needs ETHEREUM_RPC_URL/)
    const refused = said({ ...whole, ETHEREUM_DEPOSIT_KEY: xprv }).join()
    expect(refused).toMatch(/is a private key.*xpub…/)
    expect(refused).not.toContain(xprv)
  })

  it('reads what wallets may hold, in smallest units, and starts with no limit that is none', () => {
    expect(serve().walletLimits.size).toBe(0)
    expect([...serve({ WALLET_LIMITS: 'BTC=0.5, USDC=20000,' }).walletLimits]).toEqual([
      ['BTC', 50_000_000n],
      ['USDC', 20_000_000_000n],
    ])
    for (const WALLET_LIMITS of [
      'BTC',
      'BTC=',
      'BTC=0',
      'BTC=-1',
      'BTC=0.123456789',
      'BTC=1,BTC=2',
      'SOL=1',
      'USD=5',
      'BTC=1=2',
    ])
      expect(said({ WALLET_LIMITS }), WALLET_LIMITS).toEqual([
        'WALLET_LIMITS: what a wallet may hold of each of BTC, USDC and USDT, such as BTC=0.5,USDC=20000',
      ])
    const local = { ...good, CORRIDOR_LOCAL_CHAINS: '1' }
    expect(() => readConfig('start', { ...local, WALLET_LIMITS: 'BTC' })).toThrow('WALLET_LIMITS')
    expect(readConfig('start', { ...good, WALLET_LIMITS: 'BTC=1' }).walletLimits.size).toBe(0)
  })

  it.each([
    [
      ...(['BITCOIN', 'http://corridor:Vw7-kQ2x@127.0.0.1:8332'] as const),
      ...([
        'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      ] as const),
    ],
    [
      ...(['SOLANA', 'https://node.example.test/a-key'] as const),
      ...([
        'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB',
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      ] as const),
    ],
    [
      ...(['ETHEREUM', 'https://node.example.test/a-key'] as const),
      ...([
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      ] as const),
    ],
  ])(
    'knows of a signer of %s in a process of its own the address, and must not know the key',
    (chain, url, address, other) => {
      const socket = join(dir, 'signer.sock')
      const whole = {
        [`${chain}_RPC_URL`]: url,
        [`${chain}_SIGNER_SOCKET`]: socket,
        [`${chain}_ADDRESS`]: address,
      }
      const { bitcoin, solana, ethereum } = serve(whole)
      expect((bitcoin ?? solana ?? ethereum)?.signer).toEqual({ socket, address })
      const wrong = (set: Readonly<Record<string, string | undefined>>) =>
        said({ ...whole, ...set }).map(line => line.split(':')[0])
      expect(wrong({ [`${chain}_ADDRESS`]: undefined })).toEqual([`${chain}_ADDRESS`])
      expect(wrong({ [`${chain}_ADDRESS`]: other })).toEqual([`${chain}_ADDRESS`])
      const key = { [`${chain}_KEY_FILE`]: 'key.json', [`${chain}_KEY_PASSPHRASE`]: 'x' }
      expect(wrong(key)).toEqual(Object.keys(key))
    },
  )
})
