/** What is paid by batches is what was sent in: each row once, to whom it names, and not after it was cancelled. */
import type { State } from './state.ts'

export function batchesPayTheirRows(after: State, before: State): string[] {
  const items = new Map(after.items.map(row => [row.id, row]))
  const payers = Map.groupBy(
    after.batch_rows.filter(({ item }) => item !== null),
    ({ item }) => item,
  )
  const was = new Map(before.batch_rows.map(row => [row.id, row]))
  return [
    ...after.items
      .filter(({ contract }) => contract === null)
      .filter(({ id }) => payers.get(id)?.length !== 1)
      .map(({ id }) => `item ${id} pays ${payers.get(id)?.length ?? 0} rows`),
    ...after.batch_rows.flatMap(row => {
      const item = row.item === null ? undefined : items.get(row.item)
      if (row.item === null) return []
      if (!item) return [`row ${row.id} is paid by nothing`]
      const same = item.amount === row.amount && item.currency === row.currency
      const found = [
        ...(same ? [] : [`row ${row.id} is paid ${item.amount} ${item.currency}`]),
        ...(item.cycle === row.batch ? [] : [`row ${row.id} is paid in another run`]),
        ...(row.known.includes(item.contractor) ? [] : [`row ${row.id} is paid to somebody else`]),
      ]
      const earlier = was.get(row.id)
      return earlier?.cancelled && earlier.item === null
        ? [...found, `row ${row.id} is paid although it was cancelled`]
        : found
    }),
    ...before.batch_rows.flatMap(({ id, amount, item }) => {
      const now = after.batch_rows.find(row => row.id === id)
      if (!now || now.amount !== amount) return [`row ${id} is not what was sent in`]
      return item !== null && now.item !== item ? [`row ${id} is paid by another item`] : []
    }),
    ...sentTwice(after),
  ]
}

/** Of what is not cancelled the same rows in the same order are one batch. */
function sentTwice({ batch_rows }: State): string[] {
  const live = Map.groupBy(
    batch_rows.filter(({ cancelled }) => !cancelled),
    ({ batch }) => batch,
  )
  const said = [...live.values()].map(rows =>
    rows
      .map(of => [of.employer, of.email, of.reference, of.amount, of.currency].join(' '))
      .join('\n'),
  )
  return said.length === new Set(said).size ? [] : ['a batch was sent in twice']
}
