/** The entries of line items as people read them: what each is worth, who wrote it, and why. */
import type { z } from 'zod'
import type { LineItemEntry } from '#contract/entry-shapes.ts'
import { type Entry, entriesOf, whyOf } from '#domain/payroll/entries.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { namesOfPeople } from './entry.report.store.ts'
import { entryWords } from './entry-lines.ts'
import type { EnteredRow } from './line-item.store.ts'
import { enteredItem } from './write-item.ts'

type Shown = z.output<typeof LineItemEntry>
type Row = Parameters<typeof enteredItem>[0] & Pick<EnteredRow, 'line_item_uuid'>

/** Answers the entries of any of these rows; who wrote them is looked up once for all. */
export async function presentEntries(
  { tx }: Pick<Ctx, 'tx'>,
  rows: readonly Row[],
): Promise<(row: Row) => Shown[]> {
  const found = new Map(rows.map(row => [row.line_item_uuid, entriesOf(enteredItem(row))]))
  const subs = [...found.values()].flat().flatMap(({ written }) => written?.author_sub || [])
  const names = await namesOfPeople(tx, subs)
  return ({ line_item_uuid }) =>
    (found.get(line_item_uuid) ?? []).map(({ kind, hours_hundredths, amount, written }) => ({
      entry_uuid: written?.entry_uuid || null,
      kind,
      hours: hours_hundredths,
      amount,
      words: entryWords({ written, amount }),
      raised_said: raisedSaid({ written, amount }),
      raised_by: written?.raise?.contract_uuid ?? null,
      author_name: names.get(written?.author_sub ?? '') ?? '',
      written_at: written?.written_at ? new Date(written.written_at) : null,
    }))
}

function raisedSaid({ written, amount }: Pick<Entry, 'written' | 'amount'>): Shown['raised_said'] {
  const why = written?.raise && whyOf(written, amount.currency)
  return why && typeof why !== 'string' ? why : null
}
