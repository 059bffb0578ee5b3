import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { coreNode } from './core-node.ts'
import { serveCore } from './core-rpc.test-data.ts'
import { memoryChain } from './memory-chain.test-data.ts'
import { nodeContract, paymentOf } from './node-contract.test-data.ts'
import { makeKeyFile, openKeyFile, signerOf } from './signer.ts'

nodeContract('the chain in memory', async () => {
  const chain = memoryChain()
  return { node: chain.node, chain, end: async () => {} }
})

nodeContract('a node by JSON-RPC', async () => {
  const chain = memoryChain()
  const { url, end } = await serveCore(chain)
  return { node: coreNode(url), chain, end }
})

describe('a node by JSON-RPC', () => {
  it('that is away, still catches up or does not know us is named, and its password is not', async () => {
    const chain = memoryChain()
    const { url, end } = await serveCore(chain, { catchingUp: true })
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'answered',
        error => {
          expect(`${error.message} ${error.cause?.message}`).not.toMatch(/p@ss|p%40ss/)
          return error.code
        },
      )
    expect(await codeOf(coreNode(url).tip())).toBe('BITCOIN_NODE_BEHIND')
    expect(await codeOf(coreNode(url.replace('us:', 'no:')).tip())).toBe('BITCOIN_NODE_SILENT')
    await end()
    expect(await codeOf(coreNode(url).tip())).toBe('BITCOIN_NODE_SILENT')
  })
})

describe('a signature', () => {
  it('of another key, or over another amount, is refused', async () => {
    const chain = memoryChain()
    const stranger = signerOf(new Uint8Array(32).fill(9))
    const txid = chain.fund(stranger.address, 100_000n)
    chain.mine()
    const { raw } = await paymentOf({ txid, vout: 0, value_sat: 100_000n }, 40_000n)
    expect(await chain.node.broadcast(raw)).toMatch(/script-verify/)
  })
})

describe('the file of a key', () => {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-key-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'key.json')

  it('is opened by its passphrase alone, is the owner’s alone, and is never written over', async () => {
    const address = makeKeyFile(path, 'a passphrase of the tests')
    expect(openKeyFile(path, 'a passphrase of the tests').address).toBe(address)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(() => openKeyFile(path, 'another')).toThrow(/cannot be opened/)
    expect(() => makeKeyFile(path, 'another')).toThrow(/EEXIST/)
  })

  it('is refused when any of it was changed', () => {
    const content = JSON.parse(readFileSync(path, 'utf8'))
    const other = join(dir, 'other.json')
    for (const field of Object.keys(content)) {
      const was: string = content[field]
      const changed = `${was[0] === 'A' ? 'B' : 'A'}${was.slice(1)}`
      writeFileSync(other, JSON.stringify({ ...content, [field]: changed }))
      expect(() => openKeyFile(other, 'a passphrase of the tests')).toThrow(/cannot be opened/)
    }
  })
})
