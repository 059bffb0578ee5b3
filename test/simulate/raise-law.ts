/** A raise of paid days is paid once: worked out day by day, from what is written on what is a part of some pay. */
import { payFor } from '#domain/kernel/hours.ts'
import type { State } from './state.ts'

const DAY_MS = 86_400_000

/** Every day from one to another, both included. */
function daysOf(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/**
 * No two raises bring a day of an item over the same step of its rate, none brings it from below what the item itself pays, and no other
 * item of the role earns a day of it.
 */
export function aRaiseIsPaidOnce({ items }: State): string[] {
  const itemOf = new Map(items.map(row => [row.id, row]))
  const steps = new Map<string, { readonly before: number; readonly rate: number }[]>()
  const found: string[] = []
  const live = items.filter(({ status }) => status !== 'ARCHIVED' && status !== 'CANCELLED')
  for (const { id, entries } of live)
    for (const { raise } of entries ?? []) {
      const item = raise && itemOf.get(raise.line_item_uuid)
      if (!item) continue
      const { before_minor: before, rate_minor: rate } = raise
      if (before < Number(item.rate)) found.push(`item ${id} raises from below ${item.rate}`)
      const role = item.role.trim().toLowerCase()
      const theirs = live.filter(
        of =>
          of.id !== item.id &&
          of.employer === item.employer &&
          of.contractor === item.contractor &&
          of.role.trim().toLowerCase() === role,
      )
      for (const day of daysOf(raise.first, raise.last)) {
        const key = `${item.id} ${day}`
        const known = steps.get(key) ?? []
        if (known.some(of => of.before < rate && before < of.rate))
          found.push(`${day} of item ${item.id} is raised twice`)
        steps.set(key, [...known, { before, rate }])
        if (theirs.some(of => of.from && of.to && of.from <= day && day <= of.to))
          found.push(`${day} of item ${item.id} is raised and earned by another`)
      }
    }
  return [...new Set(found)]
}

/** In how many pieces an item was ever raised, they come to no more than its hours at the highest of their rates. */
export function raisesComeToNoMoreThanTheWhole({ items }: State): string[] {
  const raises = items
    .filter(({ status }) => status !== 'ARCHIVED' && status !== 'CANCELLED')
    .flatMap(({ entries }) =>
      (entries ?? []).flatMap(({ raise, amount_minor }) =>
        raise ? [{ ...raise, amount_minor }] : [],
      ),
    )
  const byItem = Map.groupBy(raises, of => of.line_item_uuid)
  return items.flatMap(({ id, status, edited, currency, rate, hours }) => {
    const own = byItem.get(id) ?? []
    if (own.length === 0 || status !== 'PAID' || edited) return []
    const at = (minor: bigint) => payFor({ currency, minor }, hours).minor
    const most = at(BigInt(Math.max(...own.map(of => of.rate_minor)))) - at(BigInt(rate))
    const sum = own.reduce((total, { amount_minor }) => total + BigInt(amount_minor), 0n)
    return sum > most ? [`item ${id} is raised by ${sum}, and all of it would be by ${most}`] : []
  })
}
