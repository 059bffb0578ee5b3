/** What a signer reads of messages on Solana: the two shapes that are ours, and nothing of whatever else a treasury's key could sign. */
import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageCodec,
} from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '#test/harness/random.ts'
import { LANES, MINTS, type Mint, OF_SIGNATURE } from '../solana/network.ts'
import { signerOf } from '../solana/signer.ts'
import { accountOf, feeAt, nonceOf, opening, paying } from '../solana/transactions.ts'
import { readMessage } from './solana.ts'

const addressOf = (n: number) => signerOf(new Uint8Array(32).fill(n)).address
const OWN = addressOf(7)
const PAYEE = addressOf(101)
const THEIRS = addressOf(102)
const NONCE = addressOf(60)
const VALUE = addressOf(61)
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
const RENT = 1_447_680n
const [USDC, USDT] = MINTS as readonly [Mint, Mint]

const codec = getCompiledTransactionMessageCodec()
type Message = Extract<
  CompiledTransactionMessage & CompiledTransactionMessageWithLifetime,
  { version: 0 }
>
type Data = Message['instructions'][number]

let payment: Message
let openingOfTwo: Message
let openedBy: { readonly rent: Message; readonly number: Message }
let theirAccount: Address
beforeAll(async () => {
  theirAccount = await accountOf(THEIRS, USDC.mint)
  payment = decoded(await paid(OWN))
  const nonces = await Promise.all([nonceOf(OWN, 3), nonceOf(OWN, 4)])
  const by = { rent: RENT, blockhash: VALUE, lastValidBlockHeight: 0n }
  openingOfTwo = decoded(opening(OWN, nonces, by).messageBytes)
  openedBy = {
    rent: decoded(opening(OWN, nonces, { ...by, rent: RENT + 1n }).messageBytes),
    number: decoded(opening(OWN, [await nonceOf(OWN, LANES)], by).messageBytes),
  }
})

async function paid(by: Address, mint = USDC, amount = 5_000n) {
  const [from, to] = [await accountOf(by, mint.mint), await accountOf(PAYEE, mint.mint)]
  const lane = { name: NONCE, value: VALUE }
  const of = { mint, from, to, payee: PAYEE, amount }
  return paying(by, of, { lane, unit_price: 10_000n }).messageBytes
}
const decoded = (bytes: Parameters<typeof codec.decode>[0]) => codec.decode(bytes) as Message
const read = (message: Message) => readMessage(Uint8Array.from(codec.encode(message)), OWN)
const NOT_KNOWN = { refusal: 'NOT_KNOWN' }

/** With another account wherever one stands. */
function swapped(of: Message, from: Address, to: Address): Message {
  return { ...of, staticAccounts: of.staticAccounts.map(one => (one === from ? to : one)) }
}
function changed(of: Message, at: number, set: (instruction: Data) => Partial<Data>): Message {
  const instructions = of.instructions.map((one, n) => (n === at ? { ...one, ...set(one) } : one))
  return { ...of, instructions }
}
const withData = (of: Message, at: number, change: (data: Buffer) => void) =>
  changed(of, at, ({ data = new Uint8Array() }) => {
    const copy = Buffer.from(data)
    change(copy)
    return { data: new Uint8Array(copy) }
  })
/** With another instruction behind the others, of a program that is not called yet where one is named. */
function added(of: Message, instruction: Data, program?: Address): Message {
  if (!program) return { ...of, instructions: [...of.instructions, instruction] }
  const { numReadonlyNonSignerAccounts: read_only } = of.header
  return {
    ...of,
    header: { ...of.header, numReadonlyNonSignerAccounts: read_only + 1 },
    staticAccounts: [...of.staticAccounts, program],
    instructions: [
      ...of.instructions,
      { ...instruction, programAddressIndex: of.staticAccounts.length },
    ],
  }
}
const indexOf = (of: Message, account: Address) => of.staticAccounts.indexOf(account)

describe('a payment on Solana', () => {
  it('is read as whom it pays, what, by which value of a nonce, and what it takes at the most', async () => {
    expect(await read(payment)).toMatchObject({
      uses: [{ name: `${NONCE} ${VALUE}`, value: 0n }],
      paid: [{ payee: PAYEE, currency: 'USDC', amount: 5_000n }],
      ...{ coin: 'SOL', fee: feeAt(10_000n), laid: 2_039_280n, only_dearer: false },
    })
    const other = decoded(await paid(OWN, USDT, 2n ** 63n))
    expect(await read(other)).toMatchObject({
      paid: [{ payee: PAYEE, currency: 'USDT', amount: 2n ** 63n }],
    })
    const dear = withData(payment, 2, data => data.writeBigUInt64LE(10n ** 15n, 1))
    expect(await read(dear)).toMatchObject({ fee: OF_SIGNATURE + 120_000n * 10n ** 9n })
  })

  it.each<[string, () => Message]>([
    [
      'who pays into another account than its payee’s',
      () => swapped(payment, accountIn(payment), theirAccount),
    ],
    ['who names another owner of the account', () => swapped(payment, PAYEE, THEIRS)],
    ['another mint', () => swapped(payment, USDC.mint, addressOf(70))],
    ['the other mint, into the account of this one', () => swapped(payment, USDC.mint, USDT.mint)],
    ['a leave to move tokens later', () => withData(payment, 4, data => data.writeUInt8(13, 0))],
    ['an account that is given away', () => withData(payment, 4, data => data.writeUInt8(6, 0))],
    ['an account that is closed', () => withData(payment, 4, data => data.writeUInt8(9, 0))],
    ['tokens that are burnt', () => withData(payment, 4, data => data.writeUInt8(15, 0))],
    ['other decimals', () => withData(payment, 4, data => data.writeUInt8(7, 9))],
    [
      'more units of computation',
      () => withData(payment, 1, data => data.writeUInt32LE(1_400_000, 1)),
    ],
    [
      'a nonce account by another’s authority',
      () =>
        changed(payment, 0, ({ accountIndices = [] }) => ({
          accountIndices: [...accountIndices.slice(0, 2), indexOf(payment, PAYEE)],
        })),
    ],
    [
      'a nonce account that is emptied',
      () => withData(payment, 0, data => data.writeUInt32LE(5, 0)),
    ],
    ['two transfers', () => added(payment, payment.instructions[4] as Data)],
    [
      'two transfers, and no account that is made',
      () => changed(payment, 3, () => payment.instructions[4] as Data),
    ],
    ['no nonce', () => ({ ...payment, instructions: payment.instructions.slice(1) })],
    ['nothing', () => ({ ...payment, instructions: [] })],
    ['another order', () => ({ ...payment, instructions: payment.instructions.toReversed() })],
    [
      'words beside it',
      () => added(payment, { programAddressIndex: 0, data: new Uint8Array([65]) }, MEMO),
    ],
    [
      'a program in the place of another',
      () => swapped(payment, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address, MEMO),
    ],
    [
      'a second who signs',
      () => ({ ...payment, header: { ...payment.header, numSignerAccounts: 2 } }),
    ],
    [
      'accounts of a table that it does not show',
      () => ({
        ...payment,
        addressTableLookups: [
          { lookupTableAddress: addressOf(71), writableIndexes: [0], readonlyIndexes: [] },
        ],
      }),
    ],
    [
      'accounts of a table in the place of its own',
      () => ({
        ...payment,
        staticAccounts: payment.staticAccounts.slice(0, -1),
        addressTableLookups: [
          { lookupTableAddress: addressOf(71), writableIndexes: [], readonlyIndexes: [0] },
        ],
      }),
    ],
    [
      'an account that nothing uses',
      () => ({ ...payment, staticAccounts: [...payment.staticAccounts, addressOf(72)] }),
    ],
    [
      'coin that is sent',
      () =>
        changed(payment, 4, () => ({
          programAddressIndex: indexOf(payment, SYSTEM_PROGRAM_ADDRESS),
          accountIndices: [0, indexOf(payment, PAYEE)],
          data: new Uint8Array([2, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0]),
        })),
    ],
  ])('is not %s', async (_, made) => {
    const message = made()
    expect(message).not.toEqual(payment)
    expect(await read(message)).toEqual(NOT_KNOWN)
  })

  it('is by the treasury alone, and of nothing behind it', async () => {
    const theirs = Uint8Array.from(await paid(THEIRS))
    expect(await readMessage(theirs, OWN)).toEqual({ refusal: 'NOT_OURS' })
    const longer = Uint8Array.from([...codec.encode(payment), 0])
    expect(await readMessage(longer, OWN)).toEqual(NOT_KNOWN)
    for (const bytes of [[], [128], [1, 2, 3]])
      await expect(readMessage(Uint8Array.from(bytes), OWN)).rejects.toThrow()
  })

  it('pays no other payee and no other token, whichever of its bytes is another', async () => {
    const whole = codec.encode(payment)
    const random = seeded(20_261_129)
    let known = 0
    for (let at = 0; at < whole.length; at++) {
      const bytes = Uint8Array.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255))
      const found = await readMessage(bytes, OWN).catch(() => NOT_KNOWN)
      if ('refusal' in found) continue
      known += 1
      expect(found.paid).toMatchObject([{ payee: PAYEE, currency: 'USDC' }])
      expect(found.id).not.toBe((await readOf(whole)).id)
    }
    // The nonce account, its value, the price of a unit and the amount, which the rules are for.
    expect(known).toBe(32 + 32 + 8 + 8)
  })
})

async function readOf(bytes: Parameters<typeof codec.decode>[0]) {
  const found = await readMessage(Uint8Array.from(bytes), OWN)
  if ('refusal' in found) throw new Error(found.refusal)
  return found
}

/** The account that a payment is paid into. */
function accountIn({ instructions, staticAccounts }: Message): Address {
  return staticAccounts[instructions[4]?.accountIndices?.[2] ?? 0] as Address
}

describe('the opening of nonce accounts', () => {
  it('pays nobody, and lays down what each takes, each time that it is signed', async () => {
    const found = await readOf(codec.encode(openingOfTwo))
    expect(found).toMatchObject({ paid: [], fee: OF_SIGNATURE, laid: 2n * RENT })
    const later = await readOf(codec.encode({ ...openingOfTwo, lifetimeToken: NONCE }))
    expect(later.uses).not.toEqual(found.uses)
  })

  it.each<[string, () => Message]>([
    [
      'for another',
      () =>
        withData(openingOfTwo, 1, data =>
          data.set(
            data.subarray(4).map(of => of ^ 1),
            4,
          ),
        ),
    ],
    [
      'at another address',
      () => swapped(openingOfTwo, openingOfTwo.staticAccounts[1] as Address, THEIRS),
    ],
    ['for more than it takes', () => openedBy.rent],
    ['of more than are used', () => openedBy.number],
    ['by other seeds', () => withData(openingOfTwo, 0, data => data.write('z', 44))],
    [
      'for another program',
      () => withData(openingOfTwo, 0, data => data.writeUInt8(1, data.length - 1)),
    ],
    [
      'and left open',
      () => ({ ...openingOfTwo, instructions: openingOfTwo.instructions.slice(0, 3) }),
    ],
    [
      'with coin that is sent beside it',
      () =>
        added(openingOfTwo, {
          programAddressIndex: indexOf(openingOfTwo, SYSTEM_PROGRAM_ADDRESS),
          accountIndices: [0, 1],
          data: new Uint8Array([2, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0]),
        }),
    ],
  ])('is none %s', async (_, made) => {
    const message = made()
    expect(message).not.toEqual(openingOfTwo)
    expect(await read(message)).toEqual(NOT_KNOWN)
  })
})
