/** What a signer reads of transactions on Hedera: one transfer of a token that is paid by a lane of ours, and nothing of whatever else a treasury's key could sign. */
import { describe, expect, it } from 'vitest'
import { TOKENS } from '../hedera/network.ts'
import { encode, type Field, zigzag } from '../hedera/protobuf.ts'
import { signerOf } from '../hedera/signer.ts'
import {
  type By,
  holdingBody,
  holdingLane,
  readBody,
  signed,
  transferBody,
} from '../hedera/transactions.ts'
import { readTransfer } from './hedera.ts'

const [USDC] = TOKENS.main
const OWN = '0.0.5000'
const PAYEE = '0.0.48211'
const ALIAS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const NOT_KNOWN = { refusal: 'NOT_KNOWN' }
const LANE = { name: '4', value: '1770000000' }
const BY: By = { account: OWN, lane: LANE, node: '0.0.3', fee: 2_000_000n }

const made = (set: Partial<By> = {}, transfer: object = {}) =>
  transferBody({ token: USDC, payee: PAYEE, amount: 5_000n, ...transfer }, { ...BY, ...set })

/** A transfer as ours are but for some of its fields, by hand. */
const other = (of: {
  readonly list?: readonly Field[]
  readonly from?: readonly Field[]
  readonly more?: readonly Field[]
  readonly id?: readonly Field[]
  readonly seconds?: bigint
}) => {
  const account = (number: bigint) => encode([[3, number]])
  const start = encode([
    [1, 1_770_000_000n],
    [2, 4n],
  ])
  const part = (number: bigint, minor: bigint, more: readonly Field[] = []): Field => [
    2,
    encode([[1, account(number)], [2, zigzag(minor)], ...more]),
  ]
  const list = encode([
    [1, account(456_858n)],
    part(5_000n, -5_000n, of.from),
    part(48_211n, 5_000n),
    [4, encode([[1, 6n]])],
    ...(of.list ?? []),
  ])
  return encode([
    [1, encode([[1, start], [2, account(5_000n)], ...(of.id ?? [])])],
    [2, account(3n)],
    [3, 2_000_000n],
    [4, encode([[1, of.seconds ?? 180n]])],
    ...(of.more ?? []),
    [14, encode([[2, list]])],
  ])
}

describe('a transfer on Hedera', () => {
  it('is read as whom it pays, what, by which lane, and what it takes', () => {
    expect(other({})).toEqual(Buffer.from(made()))
    expect(readTransfer(made())).toMatchObject({
      uses: [{ name: `${OWN} 4 1770000000`, value: 0n }],
      paid: [{ payee: PAYEE, currency: 'USDC', amount: 5_000n }],
      ...{ coin: 'HBAR', fee: 2_000_000n, laid: 0n, only_dearer: false },
    })
    expect(readTransfer(made({}, { payee: ALIAS, amount: 2n ** 62n }))).toMatchObject({
      paid: [{ payee: ALIAS, currency: 'USDC', amount: 2n ** 62n }],
    })
  })

  it('is read as what our server hands over, and so is what has the treasury hold the token', async () => {
    const asked: Uint8Array[] = []
    const signer = signerOf(new Uint8Array(32).fill(7))
    const listening = {
      address: signer.address,
      sign: (of: Uint8Array) => {
        asked.push(of)
        return signer.sign(of)
      },
    }
    await signed(listening, made({ fee: 3_000_000n }))
    const lane = holdingLane('1770000030')
    await signed(listening, holdingBody(USDC.id, { ...BY, lane, fee: 100_000_000n }))
    expect(asked.map(readTransfer)).toMatchObject([
      { fee: 3_000_000n, paid: [{ payee: PAYEE, currency: 'USDC', amount: 5_000n }] },
      { fee: 100_000_000n, paid: [], uses: [{ name: `${OWN} 999999999 1770000030` }] },
    ])
  })

  const THEIRS = encode([[3, 666n]])
  it.each<[string, Uint8Array]>([
    ['of another token', made({}, { token: { id: '0.0.456859', decimals: 6 } })],
    ['of other decimals', made({}, { token: { id: USDC.id, decimals: 8 } })],
    ['to the network itself', made({}, { payee: '0.0.98' })],
    ['to the token', made({}, { payee: USDC.id })],
    ['to an alias that only wraps a number', made({}, { payee: `0x${'0'.repeat(36)}bc53` })],
    ['by a lane that there is not', made({ lane: { ...LANE, name: '100' } })],
    ['by a lane between two values', made({ lane: { ...LANE, value: '1770000001' } })],
    ['by the lane of a holding', made({ lane: holdingLane('1770000000') })],
    ['by a node that is none', made({ node: '0.0.48211' })],
    ['with words', other({ more: [[6, Buffer.from('words')]] })],
    ['that may stand for another time', other({ seconds: 179n })],
    ['that waits for others to sign', other({ id: [[3, 1n]] })],
    ['of an allowance', other({ from: [[3, 1n]] })],
    ['of unique tokens besides', other({ list: [[3, encode([[1, THEIRS]])]] })],
    ['to a second payee', other({ list: [[2, encode([[1, THEIRS]])]] })],
    ['of the coin besides', other({ more: [[14, encode([[1, encode([[1, THEIRS]])]])]] })],
    ['of a holding by a lane of payments', holdingBody(USDC.id, BY)],
    ['of another holding', holdingBody('0.0.456859', { ...BY, lane: holdingLane('1770000000') })],
  ])('%s is none', (_what, unsigned) => {
    const answer = (() => {
      try {
        return readTransfer(unsigned)
      } catch {
        return NOT_KNOWN
      }
    })()
    expect(answer).toEqual(NOT_KNOWN)
  })

  it('is another, or none, with any of its bytes changed', () => {
    const whole = made()
    const before = readTransfer(whole)
    for (let at = 0; at < whole.length; at++) {
      const changed = Uint8Array.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      const answer = (() => {
        try {
          return readTransfer(changed)
        } catch {
          return NOT_KNOWN
        }
      })()
      if ('refusal' in answer || 'refusal' in before) continue
      // What is left to choose is the payee, the amount, the fee, the lane, the payer, and to which node it is handed; each but the last is read.
      const { id: _, ...does } = answer
      const { id: __, ...did } = before
      if (readBody(changed).by.node === BY.node) expect(does).not.toEqual(did)
    }
  })
})
