import type { Money } from '#domain/kernel/money.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers } from '../ledger/index.ts'

/** Posts both legs of a conversion through the exchange's accounts, once. FUNDS_SHORT where what is sold is not there. */
export async function postLegs(
  ctx: Ctx,
  of: {
    readonly conversion_uuid: string
    readonly employer_uuid: string
    readonly sold: Money
    readonly bought: Money
  },
): Promise<void> {
  const { conversion_uuid, employer_uuid, sold, bought } = of
  await postTransfers(ctx, [
    {
      transfer_uuid: uuidOf(`conversion:${conversion_uuid}:sold`),
      from: accounts.available(employer_uuid, sold.currency),
      to: accounts.exchange(sold.currency),
      amount: sold,
      code: 'conversion_sold',
      subject_uuid: conversion_uuid,
    },
    {
      transfer_uuid: uuidOf(`conversion:${conversion_uuid}:bought`),
      from: accounts.exchange(bought.currency),
      to: accounts.available(employer_uuid, bought.currency),
      amount: bought,
      code: 'conversion_bought',
      subject_uuid: conversion_uuid,
    },
  ])
}
