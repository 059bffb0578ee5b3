/** What rails have in common that take each order by itself, without a file. */
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { Capabilities, Prepared, Rail, RailOrder } from './rail.ts'

/** Any currency and any amount, at any hour, and nothing is called back. */
export const AT_ONCE: Capabilities = {
  leaves: 'AT_ONCE',
  orders: 'SINGLE',
  currencies: null,
  cut_off: null,
  reversible: false,
  least_minor: 1n,
  most_minor: null,
}

/** Orders that all leave, without a fee; `referenceOf` says under which reference. Of one attempt that is named twice one leaves. */
export function preparedAtOnce(
  orders: readonly RailOrder[],
  referenceOf: (attempt_uuid: string) => string,
): Prepared {
  const once = [...new Map(orders.map(order => [order.attempt_uuid, order])).values()]
  return {
    leaving: once.map(({ attempt_uuid, amount }) => ({
      ...{ attempt_uuid, amount, fee: null },
      reference: referenceOf(attempt_uuid),
    })),
    refused: [],
    totals: totalsByCurrency(once.map(({ amount }) => amount)),
    file: null,
    setup: [],
  }
}

/** A rail that nobody writes files about has none to read. */
export const readNothing: Rail['read'] = async () => ({
  problems: [{ line: null, element: null, text: textOf('bank-files.files.nothing') }],
})
