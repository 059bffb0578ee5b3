import { endsSoonUntil, expiryNotice } from '#domain/people/document-expiry.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { companiesOfDocuments, insertNotices, selectUnannounced } from './notice.store.ts'

const BATCH = 500

/**
 * Job: announces documents that end soon to whose they are and to the companies that they work for, once so many days before and once when
 * they have ended; of what was missed the latest alone. Answers how many, none when there are no more.
 */
export async function announceExpiring(ctx: Ctx): Promise<number> {
  const { today } = ctx
  const ending = await selectUnannounced(ctx.tx, {
    soon: endsSoonUntil(today),
    today,
    limit: BATCH,
  })
  const notices = ending.flatMap(document => {
    const days_before = expiryNotice(document.expires_on, today)
    return days_before === null ? [] : [{ ...document, days_before }]
  })
  if (notices.length === 0) return 0
  const noted = await insertNotices(ctx.tx, notices, ctx.now)
  for (const notice of noted) ctx.announce('people.document_expiring', notice)
  const ids = noted.map(({ document_uuid }) => document_uuid)
  // One mail for a company, and not one for each of its people.
  for (const company of await companiesOfDocuments(ctx.tx, ids))
    ctx.announce('people.papers_expiring', company)
  return notices.length
}
