/**
 * Adding and changing where a contractor is paid. Whatever is new or changed cannot be used for 24 hours, the old address is
 * told, and only that part is held (design: Promises, 2).
 */

import {
  accountIdentity,
  accountLabel,
  checkPercentages,
  usableFrom,
} from '#domain/destinations/destination.ts'
import type { DestinationEvents } from '#domain/destinations/events.ts'
import { WHOLE_BPS } from '#domain/kernel/allocate.ts'
import { assert } from '#domain/kernel/assert.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { invalidField, invalidFields, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { violatedConstraint } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen } from '../kernel/version-of.ts'
import { sayText } from '../kernel/words.ts'
import { acceptBank, acceptWallet, type BankInput, type WalletInput } from './accepted-accounts.ts'
import {
  type DestinationRow,
  insertChange,
  insertDestination,
  lockDestinations,
  renewAccount,
  saveDestinations,
} from './destination.store.ts'
import { lookSoon } from './look-at-wallets.ts'
import { versionOfSplit } from './present-destinations.ts'

/**
 * Adds a bank account after checking it; the same account again is refused as a CONFLICT, but for one that did not take a payment, which is
 * in use again.
 */
export async function addBankAccount(ctx: Ctx, input: BankInput): Promise<void> {
  const bank = await acceptBank(ctx, input)
  const known = await lockDestinations(ctx, ctx.actor.sub)
  const identity = accountIdentity(bank)
  const same = known.find(row => row.bank && accountIdentity(row.bank) === identity)
  if (same?.status === 'DEACTIVATED' && same.refused_at) {
    // Given anew, number by number, it is said to take payments again.
    await renewAccount(ctx, same.destination_uuid, bank)
    return takeIntoUse(ctx, same)
  }
  if (same)
    throw new Problem('CONFLICT', 'payments.problems.sameAccount', {
      params: { label: same.label },
    })
  await addDestination(ctx, known, {
    kind: 'bank',
    network: 'fiat',
    currency: bank.currency,
    label: accountLabel(bank),
    address: null,
    bank,
  })
}

/** Adds a wallet after really checking its address; the same wallet again is WALLET_ALREADY_EXISTS. */
export async function addWallet(ctx: Ctx, input: WalletInput): Promise<void> {
  const wallet = await acceptWallet(ctx, input)
  const known = await lockDestinations(ctx, ctx.actor.sub)
  try {
    await addDestination(ctx, known, wallet)
  } catch (cause) {
    if (violatedConstraint(cause) !== 'destination_wallet') throw cause
    throw new Problem('WALLET_ALREADY_EXISTS', 'payments.problems.sameWallet', { cause })
  }
}

type Share = {
  readonly identifier: string
  readonly network?: string | undefined
  readonly currency?: string | undefined
  readonly percentage: number
}

/**
 * Sets the share of every active destination; those that are not named get 0. They add up to exactly 100. A share that names another
 * network or currency than its destination has is refused; CONFLICT where they are not as they were `seen`.
 */
export async function setPercentages(
  ctx: Ctx,
  shares: readonly Share[],
  seen?: string,
): Promise<void> {
  const rows = await lockDestinations(ctx, ctx.actor.sub)
  const active = rows.filter(row => row.status === 'ACTIVE')
  const wrong = checkPercentages(shares.map(share => share.percentage))
  if (wrong)
    throw invalidFields(
      [{ ...wrong, loc: ['body', 0, 'percentage'], type: 'value_error' }],
      'PERCENTAGES_NOT_100',
    )
  const asked = new Map(shares.map(share => [share.identifier, share.percentage]))
  if (asked.size !== shares.length)
    throw new Problem('VALIDATION', 'payments.problems.nameDestinationsOnce')
  for (const [index, { identifier, network, currency }] of shares.entries()) {
    const row = active.find(({ destination_uuid }) => destination_uuid === identifier)
    if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchDestinations')
    if ((network ?? row.network) !== row.network || (currency ?? row.currency) !== row.currency)
      throw invalidField(
        [index, (network ?? row.network) === row.network ? 'currency' : 'network'],
        'payments.problems.paidOtherwise',
        { label: row.label, currency: row.currency, network: row.network },
      )
  }
  const changed = active
    .map(row => ({
      ...row,
      percentage_bps: asked.get(row.destination_uuid) ?? 0,
      was_bps: row.percentage_bps,
    }))
    .filter(row => row.percentage_bps !== row.was_bps)
  if (changed.length === 0) return
  requireSeen(seen, versionOfSplit(rows))
  await saveDestinations(
    ctx.tx,
    changed.map(row => heldFromNow(ctx, row)),
  )
  const split = active
    .map(row => ({ ...row, percentage_bps: asked.get(row.destination_uuid) ?? 0 }))
    .filter(row => row.percentage_bps > 0)
    .map(row => ({
      ...row,
      percentage: `${formatMinor(row.percentage_bps, 2).replace(/\.00$/, '')}%`,
    }))
  await tellOfChange(ctx, changed, 'set_percentage', {
    what: textOf('payments.destinationChanges.newSplit'),
    said: textOf('payments.destinationChanges.split', {
      split: split.map(({ label, percentage }) => `${percentage} ${label}`).join(', '),
    }),
    split: split.map(({ destination_uuid, percentage }) => [destination_uuid, percentage] as const),
  })
}

/** Takes a destination out of use, once no share of the pay goes there. */
export async function deactivateDestination(ctx: Ctx, destination_uuid: string): Promise<void> {
  const row = await ownDestination(ctx, destination_uuid)
  if (row.status === 'DEACTIVATED') return
  if (row.percentage_bps > 0)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.shareNotZero', {
      params: { percentage: formatMinor(row.percentage_bps, 2) },
    })
  await saveDestinations(ctx.tx, [{ ...row, status: 'DEACTIVATED', changed_at: ctx.now }])
  await tellOfChange(ctx, [row], 'deactivate', change(row, 'deactivated'))
}

/** Takes a destination into use again; it counts as new. One that did not take a payment is given anew instead. */
export async function reactivateDestination(ctx: Ctx, destination_uuid: string): Promise<void> {
  const row = await ownDestination(ctx, destination_uuid)
  if (row.status === 'ACTIVE') return
  if (row.refused_at)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.refusedAccount', {
      params: { label: row.label },
    })
  await takeIntoUse(ctx, row)
}

async function takeIntoUse(ctx: Ctx, row: DestinationRow): Promise<void> {
  await saveDestinations(ctx.tx, [{ ...heldFromNow(ctx, row), status: 'ACTIVE' }])
  await lookSoon(ctx, row)
  await tellOfChange(ctx, [row], 'reactivate', change(row, 'reactivated'))
}

type NewDestination = Pick<
  DestinationRow,
  'kind' | 'network' | 'currency' | 'label' | 'address' | 'bank'
>

async function addDestination(
  ctx: Ctx,
  known: readonly DestinationRow[],
  wanted: NewDestination,
): Promise<void> {
  const first = known.every(row => row.status !== 'ACTIVE' || row.percentage_bps === 0)
  const row = {
    ...wanted,
    destination_uuid: newUuid(),
    contractor_sub: ctx.actor.sub,
    // The first place gets all of the pay; further ones nothing until the split says so.
    percentage_bps: first ? WHOLE_BPS : 0,
    status: 'ACTIVE' as const,
    usable_from: usableFrom(ctx.now),
    changed_at: ctx.now,
    created_at: ctx.now,
    position: known.length,
  }
  await insertDestination(ctx, row)
  await lookSoon(ctx, row)
  await tellOfChange(ctx, [row], 'add', change(row, 'added'))
}

async function ownDestination(ctx: Ctx, destination_uuid: string): Promise<DestinationRow> {
  const rows = await lockDestinations(ctx, ctx.actor.sub)
  const row = rows.find(candidate => candidate.destination_uuid === destination_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchDestination')
  return row
}

/** Held for as long as what is new; what its owner stopped, for as long as that. */
export function heldFromNow<R extends { readonly usable_from: Date }>(
  ctx: Ctx,
  row: R,
): R & { usable_from: Date; changed_at: Date } {
  const cool = usableFrom(ctx.now)
  return {
    ...row,
    usable_from: row.usable_from > cool ? row.usable_from : cool,
    changed_at: ctx.now,
  }
}

type Change = {
  readonly what: Text
  readonly said: Text
  readonly split?: DestinationEvents['payments.destination_changed']['split']
}

/** What was done to a destination: for the mail, which names it beside, and for the page, which does not. */
function change({ kind, label }: Pick<DestinationRow, 'kind' | 'label'>, done: string): Change {
  return {
    what: textOf('payments.destinationChanges.what', { kind, done }),
    said: textOf('payments.destinationChanges.named', { kind, label, done }),
  }
}

/** Keeps a change among those that the page lists, audits and mails it, and has what is held looked at. */
export async function tellOfChange(
  ctx: Ctx,
  rows: readonly { destination_uuid: string }[],
  action: string,
  { what, said, split }: Change,
): Promise<void> {
  const entity_uuids = rows.map(row => row.destination_uuid)
  await insertChange(ctx.tx, { contractor_sub: ctx.actor.sub, said, at: ctx.now })
  ctx.audit({
    action,
    entity: 'destination',
    entity_uuids,
    employer_uuid: null,
    after: { contractor_sub: ctx.actor.sub },
  })
  const { sub: contractor_sub } = ctx.actor
  await ctx.doors.payments.lookAtHolds(ctx, { contractor_sub })
  const [destination_uuid] = entity_uuids
  assert(destination_uuid, 'what changed is one of the destinations at least')
  ctx.announce('payments.destination_changed', {
    destination_uuid,
    contractor_sub,
    what: sayText(what),
    ...(split && { split }),
  })
}
