/** Booking what came in by a statement: what is shown of its days by now, whichever statement shows it (decision 0149). */
import type { Upload } from '#contract/kernel/endpoint.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import { readFile } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  bookFunding,
  contentOf,
  type FundingContent,
  fundingWork,
  keyOf,
  linesOf,
  type Meant,
  type Receipt,
  totalsOf,
} from '../ledger/index.ts'
import { compare } from './compare.ts'
import {
  findFileOf,
  listShownReceipts,
  listShownUnder,
  type ShownReceipt,
} from './shown-receipt.report.store.ts'
import { holdComparison } from './statement.store.ts'

/** Books what came in by a statement as its days are told by now, or keeps that for a second operator. NOT_FOUND where there is none. */
export async function bookStatementReceipts(ctx: Ctx, byTwo: SecondPerson, statement_uuid: string) {
  await holdComparison(ctx.tx)
  const file_uuid = await findFileOf(ctx.tx, statement_uuid)
  if (!file_uuid) throw new Problem('NOT_FOUND', 'reconciliation.problems.noSuchStatement')
  // A process that knows no statements of one day books the file, as it did.
  const content = { ...contentOf(await fileOf(ctx, file_uuid)), statement_uuid }
  const outcome = await byTwo(ctx, receiptsWork, content)
  if ('waiting' in outcome) return { booked: 0, suspended: 0, ...outcome }
  return { booked: outcome.done.booked, suspended: outcome.done.suspended }
}

/** A file of receipts that somebody uploaded, or a statement whose days may be told anew before another person says yes. */
export type ReceiptsContent = FundingContent & { readonly statement_uuid?: string }
type Booked = {
  readonly booked: number
  readonly suspended: number
  readonly already_booked: number
}

/** Booking receipts, of a file or of a statement: of that what its days show when it is done, so that a yes to what they showed before is stale. */
export const receiptsWork: Work<ReceiptsContent, Booked> = {
  kind: fundingWork.kind,
  entry: fundingWork.entry,
  title: fundingWork.title,
  totals: async (ctx, content) => {
    if (!content.statement_uuid) return fundingWork.totals(ctx, content)
    const shown = await shownFiles(ctx, content.statement_uuid)
    const totals = []
    for (const { file, meant } of shown) totals.push(...(await totalsOf(ctx, file, meant)))
    return totalsByCurrency(totals)
  },
  async *lines(ctx, content, held) {
    const { statement_uuid } = content
    if (!statement_uuid) return yield* fundingWork.lines(ctx, content, held)
    if (held) await holdComparison(ctx.tx)
    for (const { file, meant } of await shownFiles(ctx, statement_uuid)) {
      const lines = await linesOf(ctx, file, meant)
      yield lines.map(line => ({ ...line, facts: [...line.facts, statement_uuid] }))
    }
  },
  run: async (ctx, content) => {
    if (!content.statement_uuid) return counted([await fundingWork.run(ctx, content)])
    const done = []
    for (const { file, meant } of await shownFiles(ctx, content.statement_uuid))
      done.push(await bookFunding(ctx, file, meant))
    await compare(ctx)
    return counted(done)
  },
  outcomeOf: ({ booked, suspended, already_booked }) => ({
    ...{ execution_uuid: null, done: booked + suspended, refused: already_booked },
  }),
}

function counted(done: readonly Awaited<ReturnType<typeof bookFunding>>[]): Booked {
  return {
    booked: done.reduce((sum, { booked }) => sum + booked.length, 0),
    suspended: done.reduce((sum, { suspended }) => sum + suspended, 0),
    already_booked: done.reduce((sum, of) => sum + of.already_booked.length, 0),
  }
}

/**
 * The files that show what came in on the days of a statement and nothing took back, each with what is meant of it, as often as it is shown, and with the
 * question what statements show under references, which is how many receipts of them there are.
 */
async function shownFiles(ctx: Ctx, statement_uuid: string) {
  const own = await listShownReceipts(ctx.tx, statement_uuid)
  const shownUnder = (folded: readonly string[]) => listShownUnder(ctx.tx, folded)
  const files: { file: Upload; meant: Meant }[] = []
  for (const [file_uuid, of] of Map.groupBy(own, row => row.file_uuid)) {
    const choose = (receipts: readonly Receipt[]) => {
      const left = Map.groupBy(of, meantBy)
      return receipts.filter(receipt => left.get(meantBy(receipt))?.pop() !== undefined)
    }
    files.push({ file: await fileOf(ctx, file_uuid), meant: { choose, shownUnder } })
  }
  return files
}

type Told = Pick<ShownReceipt, 'reference' | 'currency' | 'amount_minor' | 'received_on'>

function meantBy({ reference, currency, amount_minor, received_on }: Told): string {
  return `${keyOf({ reference })} ${currency} ${amount_minor} ${received_on}`
}

async function fileOf(ctx: Ctx, file_uuid: string): Promise<Upload> {
  const { file_name, pieces } = await readFile(ctx, file_uuid, 'payment')
  return { file_name, bytes: Buffer.concat(await Array.fromAsync(pieces)) }
}
