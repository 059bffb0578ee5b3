import type { z } from 'zod'
import type { Upload } from '#contract/kernel/endpoint.ts'
import type { suspense } from '#contract/suspense.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { readFunding } from './book-funding.ts'
import { nameEmployers } from './funding.report.store.ts'

const SHOWN = 200

/** What a file would book and for whom, the first of it row by row. FUNDING_FILE_NOT_VALID lists every bad row. */
export async function previewFunding(
  ctx: Ctx,
  file: Upload,
): Promise<z.output<typeof suspense.previewFunding.response>> {
  const { receipts, fresh, doubts } = await readFunding(ctx, file)
  const shown = receipts.slice(0, SHOWN)
  const owners = [...new Set(shown.flatMap(({ employer_uuid }) => employer_uuid ?? []))]
  const names = new Map((await nameEmployers(ctx.tx, owners)).map(row => [row.employer_uuid, row]))
  const becomes = (receipt: (typeof receipts)[number]) =>
    !fresh.has(receipt) ? 'KNOWN' : receipt.employer_uuid === null ? 'SUSPENSE' : 'BOOKED'
  const count = (what: ReturnType<typeof becomes>) =>
    receipts.filter(receipt => becomes(receipt) === what).length
  return {
    receipts: shown.map(receipt => {
      const owner = names.get(receipt.employer_uuid ?? '')
      return {
        reference: (fresh.get(receipt) ?? receipt).reference,
        amount: { currency: receipt.currency, minor: receipt.amount_minor },
        received_on: receipt.received_on,
        payer_name: receipt.payer?.name ?? '',
        owner: owner
          ? { employer_domain: owner.domain ?? '', company_name: owner.company_name }
          : null,
        becomes: becomes(receipt),
      }
    }),
    ...(doubts.length > 0 && { doubts: [...doubts] }),
    counts: { booked: count('BOOKED'), suspense: count('SUSPENSE'), known: count('KNOWN') },
  }
}
