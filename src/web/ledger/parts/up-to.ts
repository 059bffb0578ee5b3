import type { ClientOutput } from '#web/kernel/types.ts'

type Notice = ClientOutput<'getWaysToFund'>['notices'][number]

/** What one pay date still needs in one currency, and by when it is sent for that. */
export interface ToSend {
  readonly id: string
  readonly pay_date: string
  readonly fund_by: string
  readonly amount: Notice['amount']
  /** What of it is not said to be on its way; undefined where all is. */
  readonly left: Notice['amount'] | undefined
}

/** What each pay date takes with those before it, of which nothing has to be sent twice; `more`: whether it is more than its own. */
export function upTo(toSend: readonly ToSend[]) {
  return toSend.map(({ left, ...one }, at) => {
    const before = toSend.slice(0, at).flatMap(of => of.left?.amount_in_smallest_unit ?? [])
    const sum = before.reduce((all, minor) => all + minor, left?.amount_in_smallest_unit ?? 0)
    const send = left ? { ...left, amount_in_smallest_unit: sum } : one.amount
    return { ...one, left, send, more: left !== undefined && before.length > 0 }
  })
}
