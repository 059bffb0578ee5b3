/**
 * Hedera's books in this process. None of the network's own programs runs on a developer's machine without its containers, so the rules by which a transaction stands are written
 * here as the network documents them: signatures, times, ids that are taken once, fees, who holds a token, frozen and paused ones.
 */
import { type HederaNetwork, TOKENS, type Token } from './network.ts'
import type { Offered } from './read-offered.test-data.ts'

export type LocalHolding = {
  amount: bigint
  is_frozen: boolean
  has_kyc: boolean
  by_itself: boolean
}
export type LocalAccount = {
  readonly id: string
  /** The alias of its key; null where it has another. */
  readonly alias: string | null
  /** The public key that moves it, as the mirror node says it; null of one that none does. */
  key: { readonly _type: string; readonly key: string } | null
  coin: bigint
  /** How many tokens it takes by itself; -1 for any number. */
  takes: number
  deleted: boolean
  asks_signature: boolean
  is_contract: boolean
  readonly tokens: Map<string, LocalHolding>
}
/** What stands in the network's record. */
export type LocalRecord = {
  /** Of what was done on behalf of another, under its id. */
  readonly nonce?: number
  readonly txid: string
  readonly hash: string
  readonly ns: bigint
  readonly result: string
  readonly payer: string
  readonly memo?: string
  readonly scheduled?: boolean
  readonly parts: readonly {
    readonly token: string
    readonly account: string
    readonly amount: bigint
  }[]
}

export type LocalToken = Omit<Token, 'decimals'> & {
  decimals: number
  paused: boolean
  /** Whether who holds it anew holds it frozen, or unknown to its issuer; and whether its issuer takes a part of what is moved. */
  begins_frozen: boolean
  asks_kyc: boolean
  takes_fee: boolean
}

export const NS = 1_000_000_000n
/** What is charged, by ten cents of a dollar for an HBAR: a transfer, and holding a token. */
const PRICE = { transfer: 1_000_000n, holding: 50_000_000n }
const START_S = 1_770_000_015n

const USUAL = { paused: false, begins_frozen: false, asks_kyc: false, takes_fee: false }

export type Books = ReturnType<typeof booksOf>

/** New books, at a time of their own, or at this machine's. */
export function booksOf(
  network: HederaNetwork,
  { all_hold, is_now }: { all_hold: boolean; is_now: boolean },
) {
  const accounts = new Map<string, LocalAccount>()
  const records: LocalRecord[] = []
  const pool: Offered[] = []
  const tokens = new Map<string, LocalToken>(
    TOKENS[network].map(of => [of.id, { ...of, ...USUAL }]),
  )
  let own = START_S * NS
  let next = 5_000
  const time = () => (is_now ? BigInt(Date.now()) * 1_000_000n : own)
  const find = (id: string): LocalAccount | undefined => {
    const wanted = id.toLowerCase()
    const found = accounts.get(id) ?? [...accounts.values()].find(of => of.alias === wanted)
    return found ?? (all_hold && id.startsWith('0.0.') ? account(id) : undefined)
  }
  /** The account of a number or an alias, which is made where there is none. */
  const account = (id: string): LocalAccount => {
    const known =
      accounts.get(id) ?? [...accounts.values()].find(of => of.alias === id.toLowerCase())
    if (known) return known
    const made: LocalAccount = {
      ...{ id: id.startsWith('0x') ? `0.0.${next++}` : id, coin: 0n, tokens: new Map() },
      ...{ alias: id.startsWith('0x') ? id.toLowerCase() : null, takes: all_hold ? -1 : 0 },
      ...{ deleted: false, asks_signature: false, is_contract: false, key: null },
    }
    accounts.set(made.id, made)
    return made
  }
  const hold = (of: LocalAccount, token: string, by_itself = false): LocalHolding => {
    const holding = of.tokens.get(token) ?? {
      amount: 0n,
      is_frozen: false,
      has_kyc: true,
      by_itself,
    }
    of.tokens.set(token, holding)
    return holding
  }
  const stands = (txid: string) =>
    records.some(of => of.txid === txid && of.result !== 'DUPLICATE_TRANSACTION')
  /** What a node says of what it is handed; `OK` where it takes it. */
  const precheck = (of: Offered): string => {
    const payer = find(of.payer)
    const second = Number(time() / NS)
    if (!payer) return 'PAYER_ACCOUNT_NOT_FOUND'
    if (second < of.first) return 'INVALID_TRANSACTION_START'
    if (second > of.last) return 'TRANSACTION_EXPIRED'
    if (of.last - of.first > 180) return 'INVALID_TRANSACTION_DURATION'
    if (!of.is_signed || payer.alias !== of.alias) return 'INVALID_SIGNATURE'
    if (stands(of.txid) || pool.some(one => one.txid === of.txid)) return 'DUPLICATE_TRANSACTION'
    if (of.body.transactionFee < priceOf(of)) return 'INSUFFICIENT_TX_FEE'
    return payer.coin < of.body.transactionFee ? 'INSUFFICIENT_PAYER_BALANCE' : 'OK'
  }
  /** Has what waits stand in its order, each a nanosecond later. */
  const agree = () => {
    const at = time()
    for (const [nth, of] of pool.splice(0).entries()) records.push(run(of, at + BigInt(nth)))
  }
  const run = (of: Offered, ns: bigint): LocalRecord => {
    const { txid, hash, payer } = of
    const told = { txid, hash, payer, ns, parts: [] }
    if (Number(ns / NS) > of.last) return { ...told, result: 'TRANSACTION_EXPIRED' }
    if (stands(txid)) return { ...told, result: 'DUPLICATE_TRANSACTION' }
    const from = account(payer)
    const { cryptoTransfer, tokenAssociate } = of.body
    from.coin -= priceOf(of)
    if (tokenAssociate) {
      const [token = ''] = tokenAssociate.tokens
      if (from.tokens.has(token)) return { ...told, result: 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT' }
      hold(from, token)
      return { ...told, result: 'SUCCESS' }
    }
    const [list] = cryptoTransfer?.tokenTransfers ?? []
    if (!list) return { ...told, result: 'EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS' }
    const moved = list.transfers.map(part => ({ ...part, to: account(part.accountID) }))
    const problem = refusal(list, moved, of.body.transactionFee)
    if (problem) return { ...told, result: problem }
    for (const { to, amount } of moved) {
      if (!to.tokens.has(list.token)) from.coin -= PRICE.holding
      hold(to, list.token, true).amount += amount
    }
    const parts = moved.map(({ to, amount }) => ({ token: list.token, account: to.id, amount }))
    return { ...told, result: 'SUCCESS', parts }
  }
  const refusal = (
    { token, expected_decimals }: { token: string; expected_decimals: { value: number } },
    moved: readonly { readonly to: LocalAccount; readonly amount: bigint }[],
    fee: bigint,
  ): string | undefined => {
    const known = tokens.get(token)
    if (known?.decimals !== expected_decimals.value) return 'UNEXPECTED_TOKEN_DECIMALS'
    if (known.paused) return 'TOKEN_IS_PAUSED'
    for (const { to, amount } of moved) {
      const held = to.tokens.get(token)
      if (to.deleted) return 'ACCOUNT_DELETED'
      if (!held && !takesOneMore(to)) return 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'
      if (!held && fee < PRICE.transfer + PRICE.holding) return 'INSUFFICIENT_TX_FEE'
      if (held?.is_frozen) return 'ACCOUNT_FROZEN_FOR_TOKEN'
      if (held && !held.has_kyc) return 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN'
      if ((held?.amount ?? 0n) + amount < 0n) return 'INSUFFICIENT_TOKEN_BALANCE'
    }
    return undefined
  }
  /** Has somebody who signs elsewhere move a token, and stands at once. */
  const move = (of: {
    readonly from: string
    readonly to: string
    readonly token: string
    readonly amount: bigint
    readonly memo?: string
    readonly nonce?: number
  }) => {
    const [from, to] = [account(of.from), account(of.to)]
    hold(from, of.token).amount -= of.amount
    hold(to, of.token).amount += of.amount
    own += 1_000n
    const ns = time()
    const { memo = '', nonce = 0, token, amount } = of
    const parts = [
      { token, account: from.id, amount: -amount },
      { token, account: to.id, amount },
    ]
    const txid = `${from.id}@${ns / NS}.${String(ns % NS).padStart(9, '0')}`
    const told = { txid, nonce, hash: `moved ${ns}`, ns, payer: from.id, memo, parts }
    records.push({ ...told, result: 'SUCCESS' })
    return txid
  }
  return {
    ...{ accounts, records, pool, move, tokens, time, find, account, hold, precheck, agree },
    pass: (seconds: number) => {
      own += BigInt(seconds) * NS
      for (const of of pool.splice(0)) if (Number(time() / NS) <= of.last) pool.push(of)
    },
  }
}

function takesOneMore({ takes, tokens }: LocalAccount): boolean {
  return takes === -1 || [...tokens.values()].filter(of => of.by_itself).length < takes
}

function priceOf({ body }: Offered): bigint {
  return body.tokenAssociate ? PRICE.holding : PRICE.transfer
}
