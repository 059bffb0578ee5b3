import type { z } from 'zod'
import type { Destinations } from '#contract/destinations.ts'
import { maskAccount } from '#domain/destinations/destination.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  type BankRecord,
  type DestinationRow,
  listDestinations,
  recentChanges,
} from './destination.store.ts'

/** The contractor's destinations, account numbers masked, with what may be done to each and what changed lately. */
export async function getDestinations(ctx: Ctx): Promise<z.output<typeof Destinations>> {
  const rows = await listDestinations(ctx, ctx.actor.sub)
  const changes = await recentChanges(ctx.tx, ctx.actor.sub)
  return { destinations: rows.map(row => presentDestination(row, rows, ctx.now)), changes }
}

function presentDestination(
  row: DestinationRow,
  all: readonly DestinationRow[],
  now: Date,
): z.output<typeof Destinations>['destinations'][number] {
  const active = row.status === 'ACTIVE'
  const mayLeave = active && row.percentage_bps === 0
  return {
    destination_uuid: row.destination_uuid,
    identifier: row.destination_uuid,
    kind: row.kind,
    network: row.network,
    currency: row.currency,
    label: row.label,
    address: row.address,
    bank: row.bank && maskBank(row.bank),
    percentage: row.percentage_bps,
    status: row.status,
    usable_from: row.usable_from,
    held: active && row.usable_from > now,
    created_at: row.created_at,
    replaceable_by: all
      .filter(of => of !== row && of.status === 'ACTIVE' && of.currency === row.currency)
      .map(of => of.destination_uuid),
    allowed_actions: active ? (mayLeave ? ['deactivate'] : []) : ['reactivate'],
  }
}

function maskBank(bank: BankRecord) {
  return {
    ...bank,
    account_number: bank.account_number && maskAccount(bank.account_number),
    iban: bank.iban && maskAccount(bank.iban),
    bank_country: bank.bank_country ?? null,
    bank_code: bank.bank_code ?? null,
  }
}
