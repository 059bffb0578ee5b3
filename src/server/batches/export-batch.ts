/** A batch as CSV: its rows with where they stand, or those that were left out, to be mended where they come from. */
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { BATCH_FIELDS } from '#domain/batches/batch.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { csvOf } from '../kernel/csv.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { listLeftOutRows, listRows, type StandingRow } from './batch.report.store.ts'
import type { ToldRow } from './batch-file.ts'
import { getOwnBatch } from './get-batch.ts'

const SLICE = 1_000
const SENT = [
  ...['row', 'email', 'name', 'amount', 'currency', 'reference', 'words', 'state'],
  'line_item_uuid',
]
const LEFT_OUT = [...BATCH_FIELDS, 'row', 'wrong']

/** Every row of a batch, page by page; those that were left out as they were typed, with what is wrong in a column that is passed over when it is sent in. */
export async function exportBatch(
  ctx: Ctx,
  batch_uuid: string,
  which: 'sent' | 'left_out',
): Promise<FileInPieces> {
  const batch = await getOwnBatch(ctx, batch_uuid)
  const left_out = which === 'left_out'
  const page = async ({ tx }: Ctx, after: number | undefined) => {
    const slice = { after, limit: SLICE }
    const rows = left_out
      ? await listLeftOutRows(tx, batch_uuid, slice)
      : await listRows(tx, batch_uuid, slice)
    const last = rows.length === SLICE ? rows.at(-1)?.row : undefined
    return { records: rows.map(row => ('typed' in row ? wrongOf(row) : recordOf(row))), last }
  }
  return {
    file_name: `batch-${batch.pay_date}-${batch_uuid.slice(0, 8)}${left_out ? '-left-out' : ''}.csv`,
    mime_type: 'text/csv',
    rows: left_out ? batch.left_out : batch.row_count,
    pieces: csvOf<number>(
      after => ctx.readLater(later => page(later, after)),
      left_out ? LEFT_OUT : SENT,
    ),
  }
}

function recordOf({ amount_minor, line_item_uuid, ...row }: StandingRow) {
  return {
    ...row,
    amount: formatMinor(amount_minor, exponentOf(row.currency)),
    line_item_uuid: line_item_uuid ?? '',
  }
}

function wrongOf({ row, typed, said }: ToldRow) {
  return { ...typed, row, wrong: said.map(of => say(of.said.text, of.said.params)).join(' ') }
}
