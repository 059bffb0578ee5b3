/** Mail that waited leaves together. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { link } from './mail-data.ts'
import { deleteTold, isAnyWaiting, takeWaiting } from './notification.store.ts'
import { textOfTold } from './notifications.ts'
import { findAddresses } from './readers.report.store.ts'
import { queueMails } from './send-mail.ts'

/** Of how many people one unit of work mails what waited. */
const PEOPLE = 200
/** How many lines a mail has at most; the rest is counted. */
const LINES = 20
const KEPT_DAYS = 400
const BATCH = 5000

/** Whether mail waited until now. */
export function isAnyMailWaiting(ctx: Ctx): Promise<boolean> {
  return isAnyWaiting(ctx.tx, ctx.now)
}

/**
 * Job: mails each person, in one mail, what waited until now and they have not looked at meanwhile. Answers how many notifications it
 * took, none when nothing waits.
 */
export async function sendWaiting(ctx: Ctx): Promise<number> {
  const { taken, unread } = await takeWaiting(ctx, ctx.now, PEOPLE)
  const byPerson = Map.groupBy(unread, ({ person_sub }) => person_sub)
  const addresses = await findAddresses(ctx.tx, [...byPerson.keys()])
  const mails = await Promise.all(
    [...byPerson].map(async ([sub, told]) => {
      const to = addresses.get(sub)
      if (!to) return []
      const shown = told
        .slice(-LINES)
        .map(({ template, data }) => ({ template, ...JSON.parse(data) }))
      const lines = await Promise.all(
        shown.map(async ({ template, ...data }) => ({
          text: await textOfTold(template, data),
          line_url: typeof data.url === 'string' ? data.url : link(ctx, '/account/notifications'),
        })),
      )
      const url = link(ctx, '/account/notifications')
      return [{ to, data: { count: told.length, lines, more: told.length - lines.length, url } }]
    }),
  )
  await queueMails(ctx, 'digest', mails.flat())
  return taken
}

/** Job: forgets some of what people were told more than 400 days ago. Answers how many, none when there are no more. */
export function forgetTold(ctx: Ctx): Promise<number> {
  return deleteTold(ctx.tx, new Date(ctx.now.getTime() - KEPT_DAYS * 86_400_000), BATCH)
}
