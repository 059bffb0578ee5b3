/**
 * Booking what came in by a chain: once enough blocks hold it, by its transaction and output, as any receipt (decision 0179). What is whose it may not be yet waits as
 * what names nobody; what the chain takes back is somebody's work and moves nothing.
 */

import { readPlace } from '#domain/kernel/deposit-memo.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import { networkName } from '#domain/kernel/network.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import type { JobContext } from '../worker.ts'
import { bookArrived } from './book-funding.ts'
import {
  listTakenBack,
  listWaiting,
  ownersOfAddresses,
  readBooked,
} from './deposit.report.store.ts'
import { closePassed, type Doubt, keepDoubts } from './deposit.store.ts'
import { type ChainDeposit, type Deposits, depositRails, type Odd } from './deposit-rails.ts'
import { keyOf, type Receipt } from './receipts.ts'

const SLICE = 500
/** Of what a chain took back, which is next to nothing. */
const FEW = 1000

type Job = Pick<JobContext, 'kernel' | 'unit'>

/** The job: books what arrived and notes what somebody has to look at. Killed anywhere, or beside another, it books each deposit once. */
export async function bookDeposits(_payload: unknown, { kernel, unit }: Job): Promise<void> {
  for (const [network, deposits] of depositRails(kernel.gateways)) {
    const unbooked = await bookDue(deposits, unit)
    await noteDoubts(network, deposits, unbooked, unit)
    await noteOdd(network, deposits, unit)
  }
}

/** Whether money can come in by any chain. */
export function mayAnyArrive(gateways: Ctx['gateways']): boolean {
  return depositRails(gateways).length > 0
}

/** Books slice by slice; answers what is called as another receipt is. What is kept is told to the rail after that: a rail that forgets it tells it again. */
async function bookDue(deposits: Deposits, unit: JobContext['unit']): Promise<ChainDeposit[]> {
  const unbooked: ChainDeposit[] = []
  for (let after = -1n; ; ) {
    const due = await deposits.due(after, SLICE)
    if (due.length > 0) {
      const kept = new Set(await unit(ctx => book(ctx, deposits, due)))
      await deposits.take([...kept])
      unbooked.push(...due.filter(of => !kept.has(of.reference)))
    }
    if (due.length < SLICE) return unbooked
    after = due.at(-1)?.number ?? after
  }
}

async function book(
  ctx: Ctx,
  { network, by_memo }: Deposits,
  due: readonly ChainDeposit[],
): Promise<string[]> {
  const owners = await ownersOfAddresses(
    ctx.tx,
    due.map(({ address }) => address),
  )
  const receipts = due.map(({ reference, address, sender, amount }, index): Receipt => {
    const owner = owners.get(address)
    const received = { reference, currency: amount.currency, amount_minor: amount.minor }
    return {
      ...received,
      funding_uuid: uuidOf(`funding-record:${keyOf({ reference })}`),
      employer_uuid: owner?.known ? owner.employer_uuid : null,
      received_on: ctx.today,
      ...{ shares: null, of_payer: false, line: index + 1, report: 0 },
      payer: {
        name: owner?.company_name ?? '',
        account: readPlace(address).address,
        words: wordsOf(owner !== undefined, { address, sender }, by_memo),
      },
    }
  })
  return bookArrived(ctx, networkName(network), receipts)
}

/** What is said of a receipt that waits: why, and from where it came, where that is known. */
function wordsOf(
  isSomebodys: boolean,
  { address, sender }: Pick<ChainDeposit, 'address' | 'sender'>,
  by_memo: boolean,
): string {
  const why = isSomebodys ? say('ledger.deposits.notKnown') : nobodys(address, by_memo)
  return sender === null ? why : `${why} ${say('ledger.deposits.cameFrom', { sender })}`
}

function nobodys(place: string, by_memo: boolean): string {
  if (!by_memo) return say('ledger.deposits.nobodys')
  const { memo } = readPlace(place)
  return memo === null
    ? say('ledger.deposits.noMemo')
    : say('ledger.deposits.otherMemo', { memo: `“${memo}”` })
}

async function noteDoubts(
  network: Blockchain,
  deposits: Deposits,
  unbooked: readonly ChainDeposit[],
  unit: JobContext['unit'],
): Promise<void> {
  const lost = await deposits.lost(FEW)
  const taken_back = await unit(ctx => listTakenBack(ctx.tx, network, FEW))
  const back = (await deposits.find(taken_back)).filter(of => of.confirmations >= deposits.needed)
  await unit(async ctx => {
    const references = lost.map(of => of.reference)
    const [booked, waiting] = await Promise.all([
      readBooked(ctx.tx, references),
      listWaiting(ctx.tx, references),
    ])
    const standing = lost.filter(
      ({ reference }) => booked.get(reference)?.reversed_at === null || waiting.has(reference),
    )
    await note(ctx, deposits, 'LOST', standing)
    await note(ctx, deposits, 'BACK', back)
    await note(ctx, deposits, 'NOT_BOOKED', unbooked)
  })
}

/** What is no deposit; of that what may pass by itself, since somebody moved it or an issuer changed their mind, closes by itself. */
async function noteOdd(
  network: Blockchain,
  deposits: Deposits,
  unit: JobContext['unit'],
): Promise<void> {
  const all: Odd[] = []
  for (let after: Odd | null = null; ; ) {
    const odd: Odd[] = await deposits.odd(after, SLICE)
    if (odd.length > 0)
      await unit(ctx =>
        keep(
          ctx,
          odd.map(one => doubtOf(deposits, one)),
        ),
      )
    all.push(...odd)
    if (odd.length < SLICE) break
    after = odd.at(-1) ?? null
  }
  await unit(async ctx => {
    for (const kind of PASSING) {
      const still = all.filter(of => of.kind === kind).map(of => of.reference)
      await closePassed(ctx.tx, { network, kind, still }, ctx.now)
    }
  })
}
const PASSING = ['COIN', 'FROZEN', 'UNTOLD', 'MISSING', 'CLOSED'] as const

/** Keeps the doubts of a kind that there are by now, and closes those that passed. */
async function note(
  ctx: Ctx,
  deposits: Deposits,
  kind: 'LOST' | 'BACK' | 'NOT_BOOKED',
  of: readonly ChainDeposit[],
): Promise<void> {
  const still = of.map(({ reference }) => reference)
  await closePassed(ctx.tx, { network: deposits.network, kind, still }, ctx.now)
  await keep(
    ctx,
    of.map(one => doubtOf(deposits, { ...one, kind, outputs: 1 })),
  )
}

async function keep(ctx: Ctx, doubts: readonly Doubt[]): Promise<void> {
  const opened = await keepDoubts(ctx.tx, doubts, ctx.now)
  if (opened.length > 0)
    ctx.audit({
      ...{ action: 'note', entity: 'deposit_doubt', entity_uuids: opened, employer_uuid: null },
      after: { count: opened.length },
    })
}

/** Of an account that many pay a doubt says itself what an address's company would. */
function doubtOf(
  { network, coin, by_memo }: Deposits,
  {
    amount,
    ...of
  }: Pick<Doubt, 'kind' | 'reference' | 'address' | 'outputs'> & Pick<Odd, 'amount'>,
): Doubt {
  const { kind, reference, address, outputs } = of
  const doubt_uuid = uuidOf(`deposit-doubt:${kind}:${reference}`)
  const { currency = by_memo ? coin : null, minor: amount_minor = 0n } = amount ?? {}
  const whose = { address, network: by_memo ? network : null }
  return { doubt_uuid, kind, reference, ...whose, currency, amount_minor, outputs }
}
