import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { servedSettings } from './served-settings.test-data.ts'

const { stage, serve, said } = servedSettings()

describe('serve on chains', () => {
  it('pays in bitcoin by a node and a key that are whole, and names what is not', () => {
    const BITCOIN_KEY_FILE = join(stage.dir, 'bitcoin-key.json')
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
    expect(readConfig('start', { ...stage.good, ...whole }).bitcoin).toBeUndefined()
    const local = readConfig('start', { ...stage.good, ...whole, CORRIDOR_LOCAL_CHAINS: '1' })
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

  it('pays in bitcoin by a descriptor alone where people sign, and starts beside no other way to sign', () => {
    const descriptor =
      'wpkh([73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/<0;1>/*)#qf45pmyh'
    const whole = {
      BITCOIN_RPC_URL: 'http://corridor:Vw7-kQ2x@127.0.0.1:8332',
      BITCOIN_DESCRIPTOR: descriptor,
    }
    expect(serve(whole).bitcoin?.signer).toEqual({ descriptor })
    const others = {
      ...{ BITCOIN_KEY_FILE: 'key.json', BITCOIN_KEY_PASSPHRASE: 'x' },
      ...{ BITCOIN_SIGNER_SOCKET: 'signer.sock', BITCOIN_ADDRESS: 'bc1q' },
    }
    const named = (set: Readonly<Record<string, string>>) =>
      said({ ...whole, ...set }).map(line => line.split(':')[0])
    expect(named(others)).toEqual(Object.keys(others))
    for (const BITCOIN_DESCRIPTOR of [descriptor.slice(0, -1), descriptor.split('#')[0] ?? '', 'x'])
      expect(named({ BITCOIN_DESCRIPTOR })).toEqual(['BITCOIN_DESCRIPTOR'])
    const secret =
      'xprv9yeny6n2dNUooqfQAdyqEUiDXC5HLMezYBQa2REnvFPTKvuTaUivwDa7Db8gwUCwcvZEQc7XBEvBjvwwUpQxPmxVScuQd8dAs4AYQT4BxeZ'
    const refused = said({ ...whole, BITCOIN_DESCRIPTOR: `wpkh(${secret})` }).join()
    expect(refused).toMatch(/private key/)
    expect(refused).not.toContain(secret)
    const alone = { HEDERA_RPC_URL: 'https://node.example.test', HEDERA_ADDRESS: '0x' }
    expect(said(alone).join()).toMatch(/HEDERA_ADDRESS: .*void after 180 seconds/)
  })

  it('pays on Ethereum by an address alone where people sign, spelled with its checksum, and beside no key', () => {
    const byHand = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const whole = { ETHEREUM_RPC_URL: 'https://node.example.test/a-key', ETHEREUM_ADDRESS: byHand }
    expect(serve(whole).ethereum?.signer).toEqual({ byHand })
    for (const ETHEREUM_ADDRESS of [byHand.toLowerCase(), byHand.replace('5aA', '5AA'), '0x5aAe'])
      expect(said({ ...whole, ETHEREUM_ADDRESS }).join(), ETHEREUM_ADDRESS).toMatch(/EIP-55/)
    for (const set of [{ ETHEREUM_KEY_FILE: 'key.json' }, { ETHEREUM_KEY_PASSPHRASE: 'x' }])
      expect(said({ ...whole, ...set }).join()).toMatch(/ETHEREUM_ADDRESS: .*people sign for/)
  })

  it('pays on Algorand by an address alone where people sign, spelled with its sum, and beside no key', () => {
    const byHand = 'VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA'
    const whole = { ALGORAND_RPC_URL: 'https://node.example.test', ALGORAND_ADDRESS: byHand }
    expect(serve(whole).algorand?.signer).toEqual({ byHand })
    const nobodys = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'
    for (const ALGORAND_ADDRESS of [byHand.replace('VCM', 'VCN'), byHand.slice(1), nobodys, 'x'])
      expect(said({ ...whole, ALGORAND_ADDRESS }).join(), ALGORAND_ADDRESS).toMatch(/58 characters/)
    for (const set of [{ ALGORAND_KEY_FILE: 'key.json' }, { ALGORAND_KEY_PASSPHRASE: 'x' }])
      expect(said({ ...whole, ...set }).join()).toMatch(/ALGORAND_ADDRESS: .*people sign for/)
    const keys = [byHand, '5JFGYY7CTRJAVPXVKB5RGLWF7GKUO5VOX27HXESCD3VGSFCG2IWAKDM5YU']
    const ALGORAND_MULTISIG = `2:${keys.join(',')}`
    const [, ofBoth = ''] = /ALGORAND_ADDRESS, (\w{58}):/.exec(
      said({ ...whole, ALGORAND_MULTISIG }).join(),
    ) ?? ['']
    const several = { ...whole, ALGORAND_MULTISIG, ALGORAND_ADDRESS: ofBoth }
    expect(serve(several).algorand).toMatchObject({ multisig: ALGORAND_MULTISIG })
    for (const other of [`1:${keys.join(',')}`, `2:${keys.toReversed().join(',')}`])
      expect(said({ ...several, ALGORAND_MULTISIG: other }).join()).toMatch(/comes to another/)
    expect(said({ ...several, ALGORAND_MULTISIG: '2:x' }).join()).toMatch(/in their order/)
    expect(said({ ...several, ALGORAND_SIGNER_SOCKET: 's' }).join()).toMatch(/people sign for/)
  })

  it('pays on Solana by an address alone where people sign, of which anybody could hold the key, and beside no key', () => {
    const byHand = 'DAQkrZgJ3qEwpxZXUS7anj6g2WX3v5Vd3CUAEFRkfYxY'
    const whole = { SOLANA_RPC_URL: 'https://node.example.test/a-key', SOLANA_ADDRESS: byHand }
    expect(serve(whole).solana?.signer).toEqual({ byHand })
    const nobodys = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1l'
    for (const SOLANA_ADDRESS of [byHand.slice(1), nobodys, '0x', 'x'])
      expect(said({ ...whole, SOLANA_ADDRESS }).join(), SOLANA_ADDRESS).toMatch(/in base58/)
    for (const set of [{ SOLANA_KEY_FILE: 'key.json' }, { SOLANA_KEY_PASSPHRASE: 'x' }])
      expect(said({ ...whole, ...set }).join()).toMatch(/SOLANA_ADDRESS: .*people sign for/)
  })

  it('pays on Solana by a node and a key that are whole, and names what is not', () => {
    const SOLANA_KEY_FILE = join(stage.dir, 'solana-key.json')
    writeFileSync(SOLANA_KEY_FILE, '{}')
    const whole = {
      SOLANA_RPC_URL: 'https://node.example.test/a-key',
      SOLANA_KEY_FILE,
      SOLANA_KEY_PASSPHRASE: randomBytes(32).toString('base64'),
    }
    expect(serve().solana).toBeUndefined()
    expect(serve(whole).solana).toEqual({
      ...{ chain: 'main', rpcUrl: whole.SOLANA_RPC_URL, explorer: null },
      depositAddress: null,
      signer: { keyFile: SOLANA_KEY_FILE, keyPassphrase: whole.SOLANA_KEY_PASSPHRASE },
    })
    expect(readConfig('start', { ...stage.good, ...whole }).solana).toBeUndefined()
    const local = readConfig('start', { ...stage.good, ...whole, CORRIDOR_LOCAL_CHAINS: '1' })
    expect(local.solana?.chain).toBe('local')
    const wrong = (set: Readonly<Record<string, string | undefined>>) =>
      said({ ...whole, ...set }).map(line => line.split(':')[0])
    for (const url of ['http://node.example.test', 'https://u:p@node.example.test', 'node'])
      expect(wrong({ SOLANA_RPC_URL: url })).toEqual(['SOLANA_RPC_URL'])
    expect(wrong({ SOLANA_RPC_URL: 'http://127.0.0.1:8899' })).toEqual([])
    const allowed = { ALLOW_UNENCRYPTED: 'solana' }
    expect(wrong({ SOLANA_RPC_URL: 'http://10.0.0.2:8899', ...allowed })).toEqual([])
    const at = 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt'
    const told = serve({ ...whole, SOLANA_DEPOSIT_ADDRESS: at })
    expect(told.solana?.depositAddress).toBe(at)
    for (const SOLANA_DEPOSIT_ADDRESS of [at.slice(1), `0${at.slice(1)}`, 'x'])
      expect(wrong({ SOLANA_DEPOSIT_ADDRESS })).toEqual(['SOLANA_DEPOSIT_ADDRESS'])
    const SOLANA_EXPLORER_URL = 'https://explorer.example.test/tx'
    expect(
      wrong({ SOLANA_KEY_FILE: undefined, SOLANA_KEY_PASSPHRASE: 'password', SOLANA_EXPLORER_URL }),
    ).toEqual(['SOLANA_KEY_FILE', 'SOLANA_KEY_PASSPHRASE', 'SOLANA_EXPLORER_URL'])
  })

  it('pays on Algorand as on Solana, by a node that may ask for a token', () => {
    const ALGORAND_KEY_FILE = join(stage.dir, 'algorand-key.json')
    writeFileSync(ALGORAND_KEY_FILE, '{}')
    const whole = {
      ALGORAND_RPC_URL: 'https://node.example.test',
      ALGORAND_KEY_FILE,
      ALGORAND_KEY_PASSPHRASE: randomBytes(32).toString('base64'),
    }
    expect(serve().algorand).toBeUndefined()
    expect(serve(whole).algorand).toEqual({
      ...{ chain: 'main', rpcUrl: whole.ALGORAND_RPC_URL, explorer: null, token: null },
      ...{ depositAddress: null, multisig: null },
      signer: { keyFile: ALGORAND_KEY_FILE, keyPassphrase: whole.ALGORAND_KEY_PASSPHRASE },
    })
    expect(serve({ ...whole, ALGORAND_API_TOKEN: 'of-the-node' }).algorand?.token).toBe(
      'of-the-node',
    )
    const local = readConfig('start', { ...stage.good, ...whole, CORRIDOR_LOCAL_CHAINS: 'true' })
    expect(local.algorand?.chain).toBe('local')
    const wrong = (set: Readonly<Record<string, string | undefined>>) =>
      said({ ...whole, ...set }).map(line => line.split(':')[0])
    expect(wrong({ ALGORAND_RPC_URL: 'http://node.example.test' })).toEqual(['ALGORAND_RPC_URL'])
    expect(wrong({ ALGORAND_KEY_FILE: undefined })).toEqual(['ALGORAND_KEY_FILE'])
    const at = 'VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA'
    const told = { ...whole, ALGORAND_DEPOSIT_ADDRESS: at }
    expect(serve(told).algorand?.depositAddress).toBe(at)
    for (const typed of [at.slice(1), at.replace('V', 'W'), at.toLowerCase(), 'A'.repeat(58)])
      expect(wrong({ ALGORAND_DEPOSIT_ADDRESS: typed }), typed).toEqual([
        'ALGORAND_DEPOSIT_ADDRESS',
      ])
    const socket = { ALGORAND_SIGNER_SOCKET: 'signer.sock', ALGORAND_ADDRESS: at }
    const alone = { ALGORAND_RPC_URL: whole.ALGORAND_RPC_URL, ...socket }
    expect(said({ ...alone, ALGORAND_DEPOSIT_ADDRESS: at })).toEqual([
      'ALGORAND_DEPOSIT_ADDRESS: is the treasury: deposits need an account of their own',
    ])
  })

  it('pays on Hedera as on Solana, by nodes that transactions are handed to', () => {
    const HEDERA_KEY_FILE = join(stage.dir, 'hedera-key.json')
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
    const told = { ...whole, HEDERA_DEPOSIT_ACCOUNT: '0.0.7001' }
    expect(serve(told).hedera?.depositAccount).toBe('0.0.7001')
    for (const HEDERA_DEPOSIT_ACCOUNT of [
      '0.0.3',
      '0.0.7001-abcde',
      `0x${'ab'.repeat(20)}`,
      '7001',
    ])
      expect(said({ ...whole, HEDERA_DEPOSIT_ACCOUNT })[0]).toMatch(
        /^HEDERA_DEPOSIT_ACCOUNT: is no account/,
      )
    expect(said({ HEDERA_DEPOSIT_ACCOUNT: '0.0.7001' })[0]).toMatch(/needs HEDERA_RPC_URL/)
    for (const HEDERA_NODES of [undefined, '0.0.3', '0.0.3=a:1,0.0.3=b:1', '0.0.3=http://a:1', ','])
      expect(said({ ...whole, HEDERA_NODES })[0]).toMatch(/^HEDERA_NODES: the nodes that/)
  })

  it('pays on Ethereum as on Solana, for so much of a fee as is said', () => {
    const ETHEREUM_KEY_FILE = join(stage.dir, 'ethereum-key.json')
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
    expect(readConfig('start', { ...stage.good, ...whole }).ethereum).toBeUndefined()
    const local = readConfig('start', { ...stage.good, ...whole, CORRIDOR_LOCAL_CHAINS: '1' })
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
    const local = { ...stage.good, CORRIDOR_LOCAL_CHAINS: '1' }
    expect(() => readConfig('start', { ...local, WALLET_LIMITS: 'BTC' })).toThrow('WALLET_LIMITS')
    expect(readConfig('start', { ...stage.good, WALLET_LIMITS: 'BTC=1' }).walletLimits.size).toBe(0)
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
      const socket = join(stage.dir, 'signer.sock')
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
