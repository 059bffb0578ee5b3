/** That what came by a chain went back by one: the transaction that two operators name is held against the network (decision 0246). */

import { formatMoney } from '#domain/kernel/money.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import { cameBy, type OnChain, readTransaction } from '#domain/ledger/deposit.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isRefundOfAnother, type SuspenseRow } from './suspense.store.ts'

/** By which transaction a receipt went back, to which account; `unseen` where two operators record it although its network says nothing of it by now. */
export type Refunded = {
  readonly reference: string
  readonly account?: string | undefined
  readonly unseen?: boolean | undefined
}

type Of = Pick<SuspenseRow, 'receipt_uuid' | 'reference' | 'currency' | 'amount_minor'>

/** From which address a receipt came, where its chain says that. */
export async function senderOf(ctx: Ctx, reference: string): Promise<string | null> {
  const by = cameBy(reference)
  const found = by && (await ctx.gateways.railOf(by.network).deposits?.find([reference]))
  return found?.[0]?.sender ?? null
}

/**
 * A refund as it is recorded, with its transaction as the network spells it and the account it went to: the one that is named, or that sent it. VALIDATION where that is no transaction, is what the receipt came by, pays
 * somebody for us, is another receipt's refund, moved nothing, or less, or to another account; and where nobody can look it up by now, unless it is recorded all the same.
 */
export async function lookUpRefund(
  ctx: Ctx,
  of: Of,
  { account: named = '', unseen = false, ...asked }: Refunded,
): Promise<Refunded> {
  const by = cameBy(of.reference)
  if (!by) return { reference: asked.reference }
  const reference = readTransaction(by.network, asked.reference)
  if (!reference) throw invalidField('reference', 'ledger.suspense.needsTransaction')
  await refuseKnown(ctx, of, by, reference)
  const account = named.trim() || ((await senderOf(ctx, of.reference)) ?? '')
  const { lookUp } = ctx.gateways.railOf(by.network)
  if (!lookUp) return { reference, ...(account && { account }) }
  if (!account) throw invalidField('account', 'ledger.suspense.needsAccount')
  const found = await lookUp(reference, account)
  if (found.state === 'FAILED') throw invalidField('reference', 'ledger.suspense.movedNothing')
  if (found.state === 'STANDS') {
    const paid = found.amounts.get(of.currency) ?? 0n
    if (paid < of.amount_minor)
      throw invalidField('reference', 'ledger.suspense.movedLess', {
        account,
        amount: formatMoney({ currency: of.currency, minor: of.amount_minor }),
        paid: formatMoney({ currency: of.currency, minor: paid }),
      })
    return { reference, account }
  }
  if (!unseen) throw invalidField('unseen', 'ledger.suspense.notSeen')
  return { reference, account, unseen }
}

async function refuseKnown(
  ctx: Ctx,
  { receipt_uuid }: Of,
  { network, transaction }: OnChain,
  reference: string,
): Promise<void> {
  if (reference === transaction) throw invalidField('reference', 'ledger.suspense.cameByIt')
  if (await ctx.gateways.railOf(network).made?.(reference))
    throw invalidField('reference', 'ledger.suspense.paysAnother')
  await refuseSecond(ctx, receipt_uuid, reference)
}

/** Refuses a transaction by which another receipt went back. */
export async function refuseSecond(
  ctx: Ctx,
  receipt_uuid: string,
  reference: string,
): Promise<void> {
  if (await isRefundOfAnother(ctx.tx, reference, receipt_uuid))
    throw invalidField('reference', 'ledger.suspense.refundOfAnother')
}
