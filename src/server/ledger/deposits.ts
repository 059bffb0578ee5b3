/** Where companies pay in by a chain, what was paid there, and what of that operators look at: by the books alone, no node is asked (decision 0179). */
import type { z } from 'zod'
import type { Deposit, DepositWork, deposits as entries } from '#contract/deposits.ts'
import { deposits as calls } from '#contract/deposits.ts'
import { assert } from '#domain/kernel/assert.ts'
import { readPlace } from '#domain/kernel/deposit-memo.ts'
import { formatMoney } from '#domain/kernel/money.ts'
import { type Blockchain, networkName } from '#domain/kernel/network.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { depositStatus, doubtActions } from '#domain/ledger/deposit.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Handlers } from '../kernel/http.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, InstantKey, NumberKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import {
  type BookedRow,
  type DoubtRow,
  listDoubts,
  ownersOfAddresses,
  readBooked,
} from './deposit.report.store.ts'
import {
  type AddressRow,
  closeDoubt,
  insertAddress,
  listAddresses,
  lockDoubt,
  lockNumber,
  takeNumber,
} from './deposit.store.ts'
import { type ChainDeposit, type Deposits, depositRails } from './deposit-rails.ts'
import { employerIsKnown } from './funding-account.report.store.ts'

type Shown = z.output<typeof Deposit>
type Page = { readonly cursor?: string | undefined; readonly limit: number }

/** Under which the next number of a memo is kept, whichever account it is of. */
const MEMOS = 'memo'
/** So many of its deposits a company is shown; all that were booked stand in its statement. */
const SHOWN = 50

/** The handlers. */
export const depositHandlers: Handlers<typeof entries> = {
  getDeposits: (_input, ctx) => getDeposits(ctx),
  openDeposits: ({ body }, ctx) => giveAddress(ctx, body.blockchain),
  listDeposits: ({ query }, ctx) => listDeposits(ctx, query),
  listDepositWork: ({ query }, ctx) => listWork(ctx, query),
  closeDepositWork: ({ params, body }, ctx) => closeWork(ctx, params.id, body.words),
}

async function getDeposits(ctx: Ctx) {
  const employer_uuid = employerOf(ctx.actor)
  const [known, addresses] = await Promise.all([
    employerIsKnown(ctx.tx, employer_uuid),
    listAddresses(ctx.tx, employer_uuid),
  ])
  const found = await Promise.all(
    depositRails(ctx.gateways).map(async ([network, deposits]) => ({
      ways: await waysOf(deposits, { known, addresses }),
      deposits: await depositsAt(ctx, network, deposits, addresses),
    })),
  )
  return {
    ways: found.flatMap(of => of.ways),
    deposits: found.flatMap(of => of.deposits),
  }
}

async function depositsAt(
  ctx: Ctx,
  network: Blockchain,
  deposits: Deposits,
  all: readonly AddressRow[],
): Promise<Shown[]> {
  const addresses = all.filter(of => of.network === network).map(({ address }) => address)
  if (addresses.length === 0) return []
  return present(ctx, deposits, await deposits.list({ addresses, before: null, limit: SHOWN }))
}

/** How a company pays in by a network, in each currency: at the address that the key by now makes, which is not taken from the database on trust. */
async function waysOf(
  { network, key, scheme, currencies, chain, needed, least_minor, by_memo, ...of }: Deposits,
  { known, addresses }: { known: boolean; addresses: readonly AddressRow[] },
) {
  if (!key) return []
  const own = addresses.find(one => one.network === network && one.derived_by === key.name)
  assert(!own || key.at(own.number) === own.address, 'an address is the one that its key makes')
  const told = known && own ? own.address : null
  const stopped = told && of.frozen ? await of.frozen([told]) : []
  const open = of.takes ? await of.takes() : currencies
  return currencies.map(currency => {
    const isOpen = open.includes(currency)
    const { address, memo } = told && isOpen ? readPlace(told) : { address: null, memo: null }
    const missing = known ? ('CLOSED' as const) : ('UNVERIFIED' as const)
    return {
      ...{ network, currency, chain, needed, by_memo, address, memo },
      uri: address && `${scheme}${address}`,
      least: { currency, minor: least_minor },
      missing: known && isOpen ? null : missing,
      frozen: stopped.some(one => one.currency === currency),
    }
  })
}

/**
 * Gives the acting company its address, or its memo, once. TRANSITION_NOT_ALLOWED for a company that operators do not know, before the network was ever read, and while nothing can be paid in there;
 * VALIDATION for a network by which nothing can come in.
 */
async function giveAddress(ctx: Ctx, network: Blockchain) {
  const employer_uuid = employerOf(ctx.actor)
  const [, deposits] = depositRails(ctx.gateways).find(([name]) => name === network) ?? []
  if (!deposits?.key)
    throw invalidField('blockchain', 'ledger.deposits.noSuchWay', { network: networkName(network) })
  if (!(await employerIsKnown(ctx.tx, employer_uuid)))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.deposits.unverified')
  const { key, coin: currency } = deposits
  // A memo is one company's at every account of ours: one that is sent to another of them names nobody else.
  const numbers = deposits.by_memo ? MEMOS : key.name
  const next = await lockNumber(ctx.tx, numbers)
  const known = await listAddresses(ctx.tx, employer_uuid)
  if (!known.some(of => of.network === network && of.derived_by === key.name)) {
    const own = deposits.by_memo && known.find(of => readPlace(of.address).memo !== null)
    const number = own ? own.number : next
    await watch(deposits, number)
    const address = key.at(number)
    const row = { address, network, currency, derived_by: key.name, number }
    if (!own) await takeNumber(ctx.tx, numbers, number)
    await insertAddress(ctx.tx, { ...row, employer_uuid, given_at: ctx.now })
    ctx.audit({
      ...{ action: 'give', entity: 'deposit_address', entity_uuids: [employer_uuid] },
      ...{ employer_uuid, after: { network, address } },
    })
  }
  return getDeposits(ctx)
}

/** Has an address of ours be watched before it is told: one that is watched and nobody's harms nobody, and one that is told and not watched loses what it is paid. */
async function watch({ network, takes, watch }: Deposits, number: number): Promise<void> {
  const isRead = await watch(number)
  const open = takes ? await takes() : [network]
  if (isRead && open.length > 0) return
  const params = { network: networkName(network) }
  const why = isRead ? 'ledger.deposits.closed' : 'ledger.deposits.notYet'
  throw new Problem('TRANSITION_NOT_ALLOWED', why, { params })
}

async function listDeposits(ctx: Ctx, of: Page & { blockchain: Blockchain }) {
  const [, deposits] = depositRails(ctx.gateways).find(([name]) => name === of.blockchain) ?? []
  const before = decodeCursor(of.cursor, NumberKey)?.[0]
  if (!deposits) return { items: [], next_cursor: null }
  const found = await deposits.list({
    ...{ addresses: null, limit: of.limit + 1 },
    before: before === undefined ? null : BigInt(before),
  })
  const { rows, next_cursor } = pageOf(found, of.limit, row => [Number(row.number)])
  const owners = await ownersOfAddresses(
    ctx.tx,
    rows.map(({ address }) => address),
  )
  const shown = await present(ctx, deposits, rows)
  return {
    next_cursor,
    items: shown.map((row, at) => {
      const owner = owners.get(rows[at]?.address ?? '')
      return {
        ...row,
        employer_domain: owner?.domain ?? '',
        company_name: owner?.company_name ?? '',
      }
    }),
  }
}

async function present(
  ctx: Ctx,
  { needed }: Deposits,
  rows: readonly ChainDeposit[],
): Promise<Shown[]> {
  const booked = await readBooked(
    ctx.tx,
    rows.map(({ reference }) => reference),
  )
  return rows.map(({ number: _, sender: __, taken, address: place, ...rest }) => {
    const row = { ...rest, ...readPlace(place) }
    const of = booked.get(row.reference)
    const { confirmations } = row
    const facts = { booked: of !== undefined, reversed: (of?.reversed_at ?? null) !== null }
    return { ...row, needed, status: depositStatus({ confirmations, needed, taken, ...facts }) }
  })
}

async function listWork(ctx: Ctx, { cursor, limit }: Page) {
  const found = await listDoubts(ctx.tx, {
    after: decodeCursor(cursor, InstantKey),
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [
    row.noted_at.toISOString(),
    row.doubt_uuid,
  ])
  const booked = await readBooked(
    ctx.tx,
    rows.map(({ reference }) => reference),
  )
  return {
    next_cursor,
    items: rows.map(row => presentWork(ctx, row, booked.get(row.reference))),
  }
}

function presentWork(
  ctx: Ctx,
  { domain: employer_domain, currency, network, amount_minor, ...row }: DoubtRow,
  of: BookedRow | undefined,
): z.output<typeof DepositWork> {
  const { kind, outputs } = row
  const isBooked = of !== undefined && of.reversed_at === null
  const amount = kind === 'STRANGE' || kind === 'CLOSED' ? null : { currency, minor: amount_minor }
  const params = {
    ...{ network: networkName(network), count: outputs, booked: String(isBooked), currency },
    amount: formatMoney({ currency, minor: amount_minor }),
  }
  const may = mayCall(ctx.actor, calls.closeDepositWork)
  return {
    ...row,
    ...{ employer_domain, amount, address: readPlace(row.address).address },
    title: say(`ledger.deposits.work.${kind}.title`, params),
    text: say(`ledger.deposits.work.${kind}.text`, params),
    transfer_uuid: isBooked ? of.transfer_uuid : null,
    allowed_actions: may ? doubtActions({ kind, booked: isBooked }) : [],
  }
}

/** Closes with words what somebody looked into; twice is once. TRANSITION_NOT_ALLOWED of what was booked and is lost: that is taken back. */
async function closeWork(ctx: Ctx, doubt_uuid: string, words: string) {
  const doubt = await lockDoubt(ctx.tx, doubt_uuid)
  if (!doubt) throw new Problem('NOT_FOUND', 'ledger.deposits.noSuchWork')
  if (doubt.kind === 'LOST') throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.deposits.takeBack')
  if (doubt.closed_at) return {}
  await closeDoubt(ctx.tx, doubt_uuid, {
    words,
    closed_by: ctx.actor.sub,
    closed_at: ctx.now,
  })
  ctx.audit({
    ...{ action: 'close', entity: 'deposit_doubt', entity_uuids: [doubt_uuid] },
    ...{ employer_uuid: null, after: { words } },
  })
  return {}
}
