import type { Upload } from '#contract/kernel/endpoint.ts'
import { ledger } from '#contract/ledger.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import type { StepLine, Work } from '../approvals/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { bookFunding, type Meant, readFunding } from './book-funding.ts'
import { nameEmployers } from './funding.report.store.ts'

/** A funding file as it is kept until a second operator answers: every byte of it. */
export type FundingContent = { readonly file_name: string; readonly base64: string }

/** Packs an uploaded file. */
export function contentOf({ file_name, bytes }: Upload): FundingContent {
  return { file_name, base64: Buffer.from(bytes).toString('base64') }
}

function fileOf({ file_name, base64 }: FundingContent): Upload {
  return { file_name, bytes: Buffer.from(base64, 'base64') }
}

/** Booking a funding file, for one operator or for two. What stands already counts for nothing. */
export const fundingWork: Work<FundingContent, Awaited<ReturnType<typeof bookFunding>>> = {
  kind: 'book_funding',
  entry: ledger.putBalances,
  title: ({ file_name }) => file_name,
  totals: (ctx, content) => totalsOf(ctx, fileOf(content)),
  async *lines(ctx, content) {
    yield await linesOf(ctx, fileOf(content))
  },
  run: (ctx, content) => bookFunding(ctx, fileOf(content)),
  outcomeOf: ({ booked, suspended, already_booked }) => ({
    execution_uuid: null,
    done: booked.length + suspended,
    refused: already_booked.length,
  }),
}

/** What would be booked of a file now, or of what is meant of it, by currency. */
export async function totalsOf(ctx: Ctx, file: Upload, meant?: Meant) {
  const { fresh } = await readFunding(ctx, file, meant)
  return totalsByCurrency(
    [...fresh.values()].map(({ currency, amount_minor }) => ({ currency, minor: amount_minor })),
  )
}

/** Every receipt of a file, or what is meant of it, as a second person reads it. */
export async function linesOf(ctx: Ctx, file: Upload, meant?: Meant): Promise<StepLine[]> {
  const { receipts: all, fresh } = await readFunding(ctx, file, meant)
  const receipts = all.map(receipt => fresh.get(receipt) ?? receipt)
  const employers = await nameEmployers(ctx.tx, [
    ...new Set(receipts.flatMap(({ employer_uuid }) => employer_uuid ?? [])),
  ])
  const named = new Map(employers.map(employer => [employer.employer_uuid, employer]))
  return receipts.map(
    ({ reference, employer_uuid, currency, amount_minor, received_on, payer }) => ({
      line_id: reference,
      // Nobody's yet: it is told by who paid.
      employer_name: named.get(employer_uuid ?? '')?.company_name ?? payer?.name ?? '',
      employer_domain: named.get(employer_uuid ?? '')?.domain ?? '',
      contractor_name: null,
      label: reference,
      date: received_on,
      amount: { currency, minor: amount_minor },
      facts: [reference, employer_uuid, currency, amount_minor, received_on],
    }),
  )
}
