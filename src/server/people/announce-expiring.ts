import { endsSoonUntil, expiryNotice } from '#domain/people/document-expiry.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertNotices, selectUnannounced } from './notice.store.ts'

const BATCH = 500

/**
 * Job: announces documents that end soon, once so many days before and once on the day; of what was missed the latest alone. Answers how many,
 * none when there are no more.
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
  for (const notice of await insertNotices(ctx.tx, notices, ctx.now))
    ctx.announce('people.document_expiring', notice)
  return notices.length
}
