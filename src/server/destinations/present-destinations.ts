import type { z } from 'zod'
import type { Destinations } from '#contract/destinations.ts'
import { maskAccount } from '#domain/destinations/destination.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { versionOf } from '../kernel/version-of.ts'
import {
  type BankRecord,
  type DestinationRow,
  listDestinations,
  recentChanges,
} from './destination.store.ts'
import { sayableOf } from './first-payment.ts'
import { onItsChain } from './look-at-wallets.ts'
import { messageToSign } from './prove-wallet.ts'
import { listLooks, type WalletLook } from './wallet-look.store.ts'

/** The contractor's destinations, account numbers masked, with what may be done to each and what changed lately. */
export async function getDestinations(ctx: Ctx): Promise<z.output<typeof Destinations>> {
  const rows = await listDestinations(ctx, ctx.actor.sub)
  const wallets = rows.some(row => row.kind === 'wallet')
  const came = wallets ? await ctx.doors.payments.firstPaymentsOf(ctx, ctx.actor.sub) : new Map()
  const looks = new Map(
    (wallets ? await listLooks(ctx.tx, ctx.actor.sub) : []).map(of => [of.destination_uuid, of]),
  )
  const changes = await recentChanges(ctx.tx, ctx.actor.sub)
  return {
    version: versionOfSplit(rows),
    destinations: rows.map(row => ({
      ...presentDestination(ctx, row, { all: rows, look: looks.get(row.destination_uuid) }),
      first_payment_may_be: sayableOf(row, came),
    })),
    changes,
  }
}

/** What people see of a split when they change it: what is in use, and the share of each. */
export function versionOfSplit(rows: readonly DestinationRow[]): string {
  const active = rows.filter(({ status }) => status === 'ACTIVE')
  return versionOf(active.map(row => [row.destination_uuid, row.percentage_bps]).sort())
}

type Presented = z.output<typeof Destinations>['destinations'][number]

function presentDestination(
  ctx: Ctx,
  row: DestinationRow,
  { all, look }: { readonly all: readonly DestinationRow[]; readonly look: WalletLook | undefined },
): Omit<Presented, 'first_payment_may_be'> {
  const { now, gateways } = ctx
  const active = row.status === 'ACTIVE'
  const held = active && row.usable_from > now
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
    held,
    stop_token: held
      ? gateways.changeLinks.tokenOf({ contractor_sub: row.contractor_sub, at: row.changed_at })
      : null,
    created_at: row.created_at,
    proved_at: row.proved_at,
    first_payment: row.first_payment,
    message_to_sign: active && !row.proved_at ? messageToSign(ctx, row, look?.key ?? null) : null,
    on_chain: onItsChain(ctx, row, look),
    replaceable_by: all
      .filter(of => of !== row && of.status === 'ACTIVE' && of.currency === row.currency)
      .map(of => of.destination_uuid),
    refused_at: active ? null : row.refused_at,
    allowed_actions: actionsOf(row),
  }
}

/** What a payment did not arrive at is given anew, if it takes payments again, and not taken into use by one press. */
function actionsOf({ status, percentage_bps, refused_at }: DestinationRow) {
  if (status === 'ACTIVE') return percentage_bps === 0 ? ['deactivate' as const] : []
  return refused_at ? [] : ['reactivate' as const]
}

/** Details of an account as they leave the server: of its number the end alone. */
export function maskBank(bank: BankRecord) {
  return {
    ...bank,
    account_number: bank.account_number && maskAccount(bank.account_number),
    iban: bank.iban && maskAccount(bank.iban),
    bank_country: bank.bank_country ?? null,
    bank_code: bank.bank_code ?? null,
  }
}
