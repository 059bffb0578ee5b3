/** Where companies pay in by a chain, what was paid there, and what of that operators look at: by the books alone, no node is asked (decision 0179). */
import type { z } from 'zod'
import type { Deposit, DepositWork, deposits as entries } from '#contract/deposits.ts'
import { deposits as calls } from '#contract/deposits.ts'
import { assert } from '#domain/kernel/assert.ts'
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
      ways: await waysOf(network, deposits, { known, addresses }),
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
  network: Blockchain,
  { key, scheme, currencies, chain, needed, least_minor, frozen }: Deposits,
  { known, addresses }: { known: boolean; addresses: readonly AddressRow[] },
) {
  if (!key) return []
  const own = addresses.find(of => of.network === network && of.derived_by === key.name)
  const address = known && own ? own.address : null
  assert(!own || key.at(own.number) === own.address, 'an address is the one that its key makes')
  const stopped = address && frozen ? await frozen([address]) : []
  return currencies.map(currency => ({
    ...{ network, currency, chain, needed, address },
    uri: address && `${scheme}${address}`,
    least: { currency, minor: least_minor },
    missing: known ? null : ('UNVERIFIED' as const),
    frozen: stopped.some(of => of.currency === currency),
  }))
}

/**
 * Gives the acting company its address, once. TRANSITION_NOT_ALLOWED for a company that operators do not know, and before the network was ever read; VALIDATION for a network by which nothing can
 * come in.
 */
async function giveAddress(ctx: Ctx, network: Blockchain) {
  const employer_uuid = employerOf(ctx.actor)
  const [, deposits] = depositRails(ctx.gateways).find(([name]) => name === network) ?? []
  if (!deposits?.key)
    throw invalidField('blockchain', 'ledger.deposits.noSuchWay', { network: networkName(network) })
  if (!(await employerIsKnown(ctx.tx, employer_uuid)))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.deposits.unverified')
  const { key, coin: currency } = deposits
  const number = await lockNumber(ctx.tx, key.name)
  const known = await listAddresses(ctx.tx, employer_uuid)
  if (!known.some(of => of.network === network && of.derived_by === key.name)) {
    // Watched first: an address that is watched and nobody's harms nobody, and one that is told and not watched loses what it is paid.
    if (!(await deposits.watch(number)))
      throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.deposits.notYet', {
        params: { network: networkName(network) },
      })
    const address = key.at(number)
    const row = { address, network, currency, derived_by: key.name, number }
    await takeNumber(ctx.tx, key.name, number)
    await insertAddress(ctx.tx, { ...row, employer_uuid, given_at: ctx.now })
    ctx.audit({
      ...{ action: 'give', entity: 'deposit_address', entity_uuids: [employer_uuid] },
      ...{ employer_uuid, after: { network, address } },
    })
  }
  return getDeposits(ctx)
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
    items: shown.map(row => ({
      ...row,
      employer_domain: owners.get(row.address)?.domain ?? '',
      company_name: owners.get(row.address)?.company_name ?? '',
    })),
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
  return rows.map(({ number: _, sender: __, taken, ...row }) => {
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
  const amount = kind === 'STRANGE' ? null : { currency, minor: amount_minor }
  const params = {
    ...{ network: networkName(network), count: outputs, booked: String(isBooked), currency },
    amount: formatMoney({ currency, minor: amount_minor }),
  }
  const may = mayCall(ctx.actor, calls.closeDepositWork)
  return {
    ...row,
    ...{ employer_domain, amount },
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
