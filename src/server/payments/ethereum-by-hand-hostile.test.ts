/** What others than the treasury's holder could have tokens on Ethereum do that people sign for: another key, what only looks alike, files that hold a process. */
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  pad,
  parseTransaction,
  type TransactionSerializable,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { signedByHand, signerOf } from '../gateways/ethereum/signer.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import {
  ETH,
  HELD,
  type OnEthereum,
  onEthereum,
  orderIn,
  treasury,
  walletOf,
} from './on-ethereum.test-data.ts'

const stage = onEthereum({ epoch: 4 })
const ada = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const bo = privateKeyToAccount(`0x${'09'.repeat(32)}`)
const [byAda, byBo] = [ada, bo].map(of => signedByHand(of.address)) as [
  ReturnType<typeof signedByHand>,
  ReturnType<typeof signedByHand>,
]
const ORDER = orderIn(1)
const SIGNED = { outcome: 'SIGNED', signatures: 1, needed: 1 }

const outcome = async (rail: Rail, of = ORDER) => (await rail.ask([of.attempt_uuid]))[0]?.outcome
const waits = async (rail: Rail) => (await rail.byHand?.list()) ?? []
const brought = (rail: Rail, id: string, of: string) => rail.byHand?.import(id, Buffer.from(of))
const signed = (hex: Hex, by = ada, change: Partial<TransactionSerializable> = {}) =>
  by.signTransaction({ ...parseTransaction(hex), ...change } as TransactionSerializable)

async function exported(rail: Rail, id: string): Promise<Hex> {
  const file = await rail.byHand?.export(id)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return Buffer.from(file.bytes).toString().trim() as Hex
}

/** One that waits for Ada's signature. */
async function waiting(order = ORDER) {
  const on = await stage.open()
  const rail = on.another({ signer: byAda })
  await rail.send([order])
  const [{ id } = { id: '' }] = await waits(rail)
  return { on, rail, id, hex: await exported(rail, id) }
}

async function arrived({ local }: OnEthereum, rail: Rail): Promise<void> {
  await local.settle()
  await rail.follow?.()
  await rail.follow?.()
}

const sentBy = ({ local }: OnEthereum, raw: string) => local.ask('eth_sendRawTransaction', [raw])

/** Bo's treasury, with as much as Ada's. */
async function fundedBo({ local, another }: OnEthereum): Promise<Rail> {
  for (const currency of ['USDC', 'USDT'] as const) await local.fund(bo.address, currency, HELD)
  await local.fund(bo.address, 'ETH', ETH)
  await local.settle()
  const rail = another({ signer: byBo })
  await rail.follow?.()
  return rail
}

describe('another address than the one that was asked', () => {
  it('says by its own nonces nothing of what waits: whoever holds the file can still send it, and it is paid once', async () => {
    const { on, hex } = await waiting()
    const rail = await fundedBo(on)
    const next = orderIn(2)
    await rail.send([next])
    const own = (await waits(rail)).find(of => of.payee === walletOf(2))?.id ?? ''
    expect(await brought(rail, own, await signed(await exported(rail, own), bo))).toEqual(SIGNED)
    await arrived(on, rail)
    expect(await outcome(rail, next)).toBe('SETTLED')
    expect(await outcome(rail)).toBe('SENT')
    await sentBy(on, await signed(hex))
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('SETTLED')
    expect(await on.paid([ORDER, next])).toEqual([ORDER.amount.minor, next.amount.minor])
  })

  it('signs nothing that was asked of another: what the other one signed of it is taken, and arrives', async () => {
    const { on, id, hex } = await waiting()
    const rail = await fundedBo(on)
    expect(await brought(rail, id, await signed(hex, bo))).toMatchObject({ problem: 'OTHER_KEY' })
    expect(await brought(rail, id, await signed(hex))).toEqual(SIGNED)
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('SETTLED')
    expect(await on.paid([ORDER])).toEqual([ORDER.amount.minor])
  })

  it('is asked for no higher fee of what another signed, which arrives as it is', async () => {
    for (const before of [treasury, signerOf(new Uint8Array(32).fill(7))]) {
      const on = await stage.open()
      await on.another({ signer: before }).send([ORDER])
      const rail = await fundedBo(on)
      await on.local.cost(10_000_000_000n)
      await rail.follow?.()
      expect(await waits(rail)).toEqual([])
      await on.local.cost(1n)
      await arrived(on, rail)
      expect(await outcome(rail)).toBe('SETTLED')
    }
  })

  it('pays by its own nonces, whichever another used up, and whose is not known of what was made before', async () => {
    const on = await stage.open()
    await on.rail.send([ORDER])
    await arrived(on, on.rail)
    await stage.rows('update token_rail.transaction set treasury = null')
    const rail = await fundedBo(on)
    const next = orderIn(2)
    await rail.send([next])
    await rail.follow?.()
    expect((await waits(rail)).map(of => of.payee)).toEqual([walletOf(2)])
  })
})

describe('what only looks like a payment', () => {
  const { account: payee, amount } = ORDER
  const allowed = { functionName: 'approve', args: [payee as Hex, amount.minor] } as const
  const TRANSFERRED: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

  it('is none where it only allows the payee to take as much: that is said, and it is paid anew', async () => {
    const { on, rail, id, hex } = await waiting()
    const allows = await signed(hex, ada, {
      data: encodeFunctionData({ abi: erc20Abi, ...allowed }),
    })
    expect(await brought(rail, id, allows)).toMatchObject({ problem: 'OTHER_PAYEES' })
    await sentBy(on, allows)
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('FAILED')
  })

  it('is the payment where its nonce moved as much to that payee in another way, and none where another token says so', async () => {
    const { to } = parseTransaction((await waiting()).hex)
    for (const [address, became] of [
      [walletOf(6), 'FAILED'],
      [to, 'SETTLED'],
    ] as const) {
      const { on, hex } = await waiting()
      const moved = {
        ...{ address: address as Hex, data: pad(toHex(amount.minor)) },
        topics: [TRANSFERRED, pad(ada.address), pad(payee as Hex)],
      }
      await sentBy(on, await signed(hex, ada, { to: walletOf(5) as Hex, data: '0x' }))
      const receipts = async (ids: readonly Hex[]) =>
        (await on.node.receipts(ids)).map(of => of && { ...of, logs: [moved] })
      const rail = on.another({ signer: byAda, node: { ...on.node, receipts } })
      await arrived(on, rail)
      expect(await outcome(rail)).toBe(became)
    }
  })

  it('proves nothing where it is of another network, on which the same key signs as well', async () => {
    const { on, hex } = await waiting()
    const raw = await signed(hex, ada, { chainId: 137, to: walletOf(5) } as object)
    const { r, s, yParity, nonce = 0, ...of } = parseTransaction(raw)
    const told = {
      ...{ hash: keccak256(raw), from: ada.address, type: '0x2', r, s, yParity: `0x${yParity}` },
      ...{ nonce: `0x${nonce}`, to: of.to, input: of.data, value: '0x0', accessList: [] },
      ...{ chainId: '0x89', gas: `0x${of.gas?.toString(16)}` },
      maxFeePerGas: `0x${of.maxFeePerGas?.toString(16)}`,
      maxPriorityFeePerGas: `0x${of.maxPriorityFeePerGas?.toString(16)}`,
    } as const
    const { hash: blockHash, number: blockNumber } = await on.node.block('finalized')
    const block = { ...{ blockHash, blockNumber, from: ada.address }, status: 1n, logs: [] }
    const lying = on.another({
      signer: byAda,
      node: {
        ...{ ...on.node, count: async () => 1n, transactionsIn: async () => [told] },
        receipts: async ids => ids.map(transactionHash => ({ ...block, transactionHash })),
      },
    })
    await lying.follow?.()
    expect(await outcome(lying)).toBe('SENT')
  })
})

describe('a file that somebody brings back', () => {
  const refused = async (rail: Rail, id: string, of: string) => {
    const answer = await brought(rail, id, of)
    return answer && 'problem' in answer ? answer.problem : answer?.outcome
  }

  it('is not read where it is larger than wallets write', async () => {
    const { rail, id, hex } = await waiting()
    const raw = await signed(hex)
    for (const more of [' '.repeat(50_000), '[{'.repeat(25_000)])
      expect(await refused(rail, id, raw + more)).toBe('NOT_READ')
    expect(await brought(rail, id, raw + ' '.repeat(1000))).toEqual(SIGNED)
  })

  it('is told what it is, whichever kind of transaction it has', async () => {
    const { rail, id, hex } = await waiting()
    const { gas, nonce, chainId, to, data } = parseTransaction(hex)
    const plain = { gas, nonce, chainId, to, data, gasPrice: 10n }
    const kinds = {
      OTHER_TRANSACTION: [
        { ...plain, type: 'legacy' },
        { ...plain, type: 'eip2930', accessList: [] },
      ],
    }
    for (const of of kinds.OTHER_TRANSACTION)
      expect(await refused(rail, id, await ada.signTransaction(of as object))).toBe(
        'OTHER_TRANSACTION',
      )
    const accessList = [{ address: walletOf(3), storageKeys: [] }]
    expect(await refused(rail, id, await signed(hex, ada, { accessList } as object))).toBe(
      'OTHER_TRANSACTION',
    )
    const { chainId: _, ...everywhere } = plain
    const anywhere = await ada.signTransaction({ ...everywhere, type: 'legacy' } as object)
    expect(await refused(rail, id, anywhere)).toBe('OTHER_TRANSACTION')
  })

  it('is taken whatever it says of which half its signature is of, and with numbers as devices write them', async () => {
    const { rail, id, hex } = await waiting()
    const { r = '0x', s = '0x', yParity = 0 } = parseTransaction(await signed(hex))
    for (const v of [yParity, 1 - yParity, 27, 28, 37 + yParity, '', '0x26', '1b'])
      for (const of of [
        { r, s, v },
        { r: r.slice(2), s: s.slice(2), v },
      ]) {
        expect(await brought(rail, id, JSON.stringify(of)), `${v}`).toEqual(SIGNED)
        await stage.rows('update token_rail.to_sign set txid = null')
        await stage.rows('delete from token_rail.raise')
      }
  })
})
