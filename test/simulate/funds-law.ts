import type { State } from './state.ts'

/** What amounts come to. */
export const sumOf = (of: readonly { readonly amount: string }[]) =>
  of.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** What came for a request is no more than was booked for its company, and no more than was asked for; what was exchanged has two sides. */
export function fundsAreAskedOnce({ requests, fundings, conversions }: State): string[] {
  const keyOf = (of: { employer: string; currency: string }) => `${of.employer} ${of.currency}`
  const booked = Map.groupBy(fundings, keyOf)
  const over = [...Map.groupBy(requests, keyOf)].filter(
    ([key, of]) =>
      of.reduce((sum, { received }) => sum + BigInt(received), 0n) > sumOf(booked.get(key) ?? []),
  )
  const uncovered = requests.filter(
    ({ status, received, amount }) => (status === 'RECEIVED') !== (received === amount),
  )
  const halves = conversions.filter(({ sold, bought }) => (bought !== null) !== (sold !== null))
  return [
    ...over.map(([key]) => `${key}: more came for requests than was booked`),
    ...uncovered.map(({ id, status }) => `request ${id} is ${status}`),
    ...halves.map(({ id }) => `conversion ${id} has one side`),
  ]
}

/**
 * Of a credit as much is booked as a notification said that it comes to, whole or in parts, however often it was told, or nothing. A bank gives a reference again:
 * where statements show several under it, no more is booked than these. What was put aside for its parts is booked with them, once they are told: until then
 * only the others under its reference are.
 */
export function aCreditIsBookedOnce(
  { credits }: State,
  _before: State,
  { credits: told }: { readonly credits: ReadonlyMap<string, ReadonlySet<string>> },
): string[] {
  return credits
    .filter(({ entry, amount, aside }) => {
      const sums = told.get(entry)
      const whole = String(BigInt(amount) + BigInt(aside))
      return sums && !sums.has(amount) && !sums.has(whole)
    })
    .filter(of => BigInt(of.amount) > BigInt(of.shown))
    .map(({ entry, amount, shown }) => {
      const said = [...(told.get(entry) ?? [])].join(' or ')
      return `of ${entry} ${amount} is booked, the bank said ${said}, and showed ${shown}`
    })
}
