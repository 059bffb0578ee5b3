/** How an invoice can be paid: the contractor's own destinations, as they are when it is sent. */
import type { DestinationStatus } from '#domain/destinations/destination.ts'
import { listDestinations } from '../destinations/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listRefusing } from '../payments/index.ts'
import type { FrozenWay, InvoiceRow } from './invoice-row.ts'

type Destination = Awaited<ReturnType<typeof listDestinations>>[number]

/** The acting contractor's destinations that take payments, each with whether clients may be sent there by now. */
export async function listWays(ctx: Ctx) {
  const all = await listTaking(ctx)
  return all.map(({ destination_uuid, kind, network, currency, ...of }) => ({
    ...{ destination_uuid, kind, network, currency },
    label: of.label,
    usable_from: offeredFrom(of),
    usable: offeredFrom(of) <= ctx.now,
  }))
}

/**
 * The ways that a client of an invoice in this currency is offered: accounts of that currency, then wallets, of the chosen ones if any were. A
 * destination that was added, changed or taken into use within the last day is left out, so that nobody who breaks in redirects a client, and so is one that takes
 * no payments. Of how pay is split a client knows nothing.
 */
export async function waysOf(
  ctx: Ctx,
  { kind, currency, record, line_item_uuid }: InvoiceRow,
): Promise<FrozenWay[]> {
  // Nobody pays a credit note, and Corridor pays the invoice of a pay.
  if (kind === 'CREDIT_NOTE' || line_item_uuid) return []
  const { destination_uuids: chosen } = record
  const all = await listTaking(ctx)
  return all
    .filter(of => offeredFrom(of) <= ctx.now)
    .filter(of => of.kind === 'wallet' || of.currency === currency)
    .filter(of => chosen === null || chosen.includes(of.destination_uuid))
    .toSorted((a, b) => Number(a.kind === 'wallet') - Number(b.kind === 'wallet'))
    .map(frozen)
}

/** Those in use at which nothing of Corridor's did not arrive that is still kept: what a client sent there would come back as well (decision 0203). */
async function listTaking(ctx: Ctx): Promise<Destination[]> {
  const inUse = (await listDestinations(ctx, ctx.actor.sub)).filter(isInUse)
  const refusing = await listRefusing(
    ctx.tx,
    inUse.map(of => of.destination_uuid),
  )
  return inUse.filter(of => !refusing.has(of.destination_uuid))
}

function isInUse(of: { readonly status: DestinationStatus; readonly refused_at: Date | null }) {
  return of.status === 'ACTIVE' && of.refused_at === null
}

function offeredFrom({
  offered_from,
  usable_from,
}: Pick<Destination, 'offered_from' | 'usable_from'>): Date {
  return offered_from ?? usable_from
}

function frozen({ kind, network, currency, bank, address }: Destination): FrozenWay {
  return {
    ...{ kind, network, currency, address },
    bank: bank && {
      account_name: bank.account_name,
      account_number: bank.account_number,
      iban: bank.iban,
      swift_code: bank.swift_code,
      transit_number: bank.transit_number,
      institution_number: bank.institution_number,
      bank_code: bank.bank_code ?? null,
      interac_email: bank.interac_email,
    },
  }
}
