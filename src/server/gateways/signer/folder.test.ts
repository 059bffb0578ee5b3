/** A new folder of each chain's signer: its rules hold as they are made, and its list takes addresses of its own chain alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { bitcoin } from './bitcoin.ts'
import type { SignerChain } from './chain.ts'
import { ethereum } from './ethereum.ts'
import { allow, makeFolder, openFolder } from './folder.ts'
import { leftOf, type Signed } from './rules.ts'
import { solana } from './solana.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-folder-'))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const [OF_BITCOIN, OF_SOLANA, OF_ETHEREUM] = [
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
]

it.each<[string, SignerChain, string, readonly string[]]>([
  ['bitcoin', bitcoin, OF_BITCOIN, [OF_SOLANA, OF_ETHEREUM]],
  ['solana', solana, OF_SOLANA, [OF_BITCOIN, OF_ETHEREUM]],
  ['ethereum', ethereum, OF_ETHEREUM, [OF_BITCOIN, OF_SOLANA, OF_ETHEREUM.replace('A', 'a')]],
])('of %s', (name, chain, own, others) => {
  const dir = join(home, name)
  makeFolder(dir, chain)
  allow(dir, chain, own, 'a  payee\nof ours')
  makeFolder(dir, chain)
  const folder = openFolder(dir, chain)
  expect(folder.rules.payees).toBe('LISTED')
  const isListed = folder.readList()
  expect([own, ...others].map(of => isListed(chain.payeeOf(of) ?? ''))).toEqual([
    true,
    ...others.map(() => false),
  ])
  expect(() => allow(dir, chain, own, '')).toThrow('already')
  for (const other of others) expect(() => allow(dir, chain, other, '')).toThrow('is no address')
  // What is kept is what is opened again.
  const signed: Signed = {
    ...{ at: 5, id: 'a', uses: [{ name: 'x', value: 2n ** 60n }] },
    paid: [{ payee: 'p', currency: chain.coin, amount: 3n }],
    ...{ leaves: { [chain.coin]: 4n }, counts: { [chain.coin]: 4n } },
  }
  folder.keep(signed)
  const again = openFolder(dir, chain)
  expect([again.history.all, again.history.using('x')]).toEqual([[signed], [signed]])
  const hour = chain.first.most_hour[chain.coin] ?? 0
  expect(leftOf(again.rules, again.history, 6)[chain.coin]).toBe(BigInt(hour) - 4n)
})
