/** Each wallet of ours against the ledger: where the two differ that is somebody's work, and where the wallet holds less it stops that rail alone (decision 0248). */
import { isToken } from '#domain/kernel/currency.ts'
import type { Money } from '#domain/kernel/money.ts'
import { type Blockchain, blockchainsOf } from '#domain/kernel/network.ts'
import { referencePattern } from '#domain/ledger/deposit.ts'
import {
  expectedOf,
  isSecond,
  nextReading,
  ownGone,
  type WalletDifference,
  type WalletSums,
  walletDifference,
} from '#domain/payments/wallet-books.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { newUuid, uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { listAgreed, readWalletSums, type Wallet, type WalletRow } from './wallet.report.store.ts'
import {
  deleteAgreed,
  insertOwn,
  lockReadings,
  type ReadingRow,
  saveReadings,
} from './wallet.store.ts'

type Known = Wallet & {
  /** What its rail calls missing by itself. */
  readonly missing: bigint
}

/** The wallets of rails that know theirs, and read its chain to the end once: what is ours of one that was read in part nobody knows. */
async function walletsOf(rails: readonly (readonly [Blockchain, Rail])[]): Promise<Known[]> {
  const found = await Promise.all(
    rails.map(async ([network, rail]) =>
      ((await rail.treasuries?.()) ?? [])
        .filter(({ read_at }) => read_at !== null)
        .map(({ held: { currency }, missing }) => ({
          ...{ network, currency, rail: rail.name, spelled: referencePattern(network) },
          only: isToken(currency) && blockchainsOf(currency).length === 1,
          missing: missing?.minor ?? 0n,
        })),
    ),
  )
  return found.flat()
}

/** A wallet with what is known of it by now. */
export type Booked = Known & { readonly sums: WalletSums; readonly difference: WalletDifference }

/** What is known by now of the wallets of these rails that were read before, by the books alone; the others are left out. */
export async function readBooked(
  ctx: Ctx,
  rails: readonly (readonly [Blockchain, Rail])[],
): Promise<Booked[]> {
  const wallets = await walletsOf(rails)
  return matched(wallets, await readWalletSums(ctx.tx, wallets.map(bare))).flatMap(of =>
    of.own === null ? [] : [bookedOf({ ...of, own: of.own })],
  )
}

type Matched = { readonly of: Known } & Omit<WalletRow, 'network' | 'currency'>

function matched(wallets: readonly Known[], rows: readonly WalletRow[]): Matched[] {
  return rows.flatMap(({ network, currency, ...sums }) => {
    const of = wallets.find(one => one.network === network && one.currency === currency)
    return of ? [{ of, ...sums }] : []
  })
}

function bookedOf({ of, ...sums }: Omit<Matched, 'own'> & { readonly own: bigint }): Booked {
  return { ...of, sums, difference: walletDifference(sums, of.missing) }
}

function bare({ missing: _, ...of }: Known): Wallet {
  return of
}

/** Holds wallets whose chains were read just now against the ledger, and has the rails of those that stop make nothing new. A rail that does not say what it has, or does not hear, is as it was, keeps no other from it, and is thrown at last. */
export async function reconcileWallets(
  rails: readonly (readonly [Blockchain, Rail])[],
  unit: JobContext['unit'],
): Promise<void> {
  const held = rails.filter(([, rail]) => rail.treasuries)
  if (held.length === 0) return
  const asked = await Promise.allSettled(
    held.map(async of => ({ of, wallets: await walletsOf([of]) })),
  )
  const said = asked.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
  const wallets = said.flatMap(one => one.wallets)
  const readings = await unit(ctx => keepReadings(ctx, wallets))
  const told = await Promise.allSettled(
    said.map(({ of: [network, rail] }) => rail.differ?.(stopsAny(readings, network))),
  )
  const failed = [...asked, ...told].find(one => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** Whether any wallet of a network stops. */
function stopsAny(readings: readonly ReadingRow[], network: Blockchain): boolean {
  return readings.some(of => of.network === network && of.stops)
}

/** So many that ledger and rail agree on are let go of in a minute: ten times what any of our chains takes. */
const MOST_AGREED = 10_000

async function keepReadings(ctx: Ctx, wallets: readonly Known[]): Promise<ReadingRow[]> {
  await deleteAgreed(ctx.tx, await listAgreed(ctx.tx, MOST_AGREED))
  const before = new Map((await lockReadings(ctx.tx)).map(row => [nameOf(row), row]))
  const found = matched(wallets, await readWalletSums(ctx.tx, wallets.map(bare)))
  const after: ReadingRow[] = []
  for (const one of found) {
    const { own, of } = one
    const { network, currency } = of
    const was = before.get(nameOf(of))
    const reading =
      own === null
        ? await firstReading(ctx, one, was)
        : nextReading(was, bookedOf({ ...one, own }).difference, ctx.now)
    if (reading) after.push({ network, currency, ...reading })
    if (reading && reading.minor !== (was?.minor ?? 0n))
      auditWallet(ctx, of, 'note', { minor: String(reading.minor), stops: reading.stops })
  }
  await saveReadings(ctx.tx, after)
  return after
}

/** What is there before anything was said of it is our own, once two readings say the same with nothing under way; until then nothing differs. */
async function firstReading(ctx: Ctx, { of, ...sums }: Matched, was: ReadingRow | undefined) {
  if (sums.under_way > 0n) return was
  const minor = sums.held + sums.deposited - expectedOf({ ...sums, own: 0n })
  if (!isSecond(was, minor, ctx.now)) {
    const isLater = nextReading(was, { minor, stops: false }, ctx.now)
    return { ...isLater, minor: 0n, stops: false, since: null }
  }
  const { network, currency } = of
  const by = { words: '', asked_by: null, said_by: null, said_at: ctx.now }
  await insertOwn(ctx.tx, [{ own_uuid: newUuid(), network, currency, minor, ...by }])
  auditWallet(ctx, of, 'open', { minor: String(minor) })
  const none = { minor: 0n, stops: false }
  return { ...none, since: null, seen_minor: 0n, seen_stops: false, seen_at: ctx.now }
}

/** Keeps that what our own money in a wallet is changes by the word of two, after which nothing differs. */
export async function sayOwn(
  ctx: Ctx,
  of: Pick<Wallet, 'network' | 'currency'>,
  by: { readonly minor: bigint; readonly words: string; readonly asked_by: string },
): Promise<void> {
  const { network, currency } = of
  const said = { said_by: ctx.actor.sub ?? '', said_at: ctx.now }
  await insertOwn(ctx.tx, [{ own_uuid: newUuid(), network, currency, ...by, ...said }])
  const { minor, ...words } = by
  auditWallet(ctx, of, 'explain', { ...words, minor: String(minor) })
}

/** Where two operators explained what a rail calls missing, our own is so much less, but for what the books know of it otherwise: a refund, say. */
export async function loseOwn(
  ctx: Ctx,
  { network, missing }: { readonly network: Blockchain; readonly missing: Money },
  by: { readonly words: string; readonly asked_by: string },
): Promise<void> {
  const { currency } = missing
  const booked = await readBooked(ctx, [[network, ctx.gateways.railOf(network)]])
  const of = booked.find(one => one.currency === currency)
  const gone = of ? ownGone(of.sums, missing.minor) : 0n
  if (gone > 0n) await sayOwn(ctx, { network, currency }, { ...by, minor: -gone })
}

function auditWallet(
  ctx: Ctx,
  { network, currency }: Pick<Wallet, 'network' | 'currency'>,
  action: 'open' | 'note' | 'explain',
  after: object,
): void {
  ctx.audit({
    ...{ action, entity: 'wallet', employer_uuid: null },
    entity_uuids: [uuidOf(`treasury:${network}:${currency}`)],
    after: { network, currency, ...after },
  })
}

function nameOf({ network, currency }: Pick<Wallet, 'network' | 'currency'>): string {
  return `${network} ${currency}`
}
