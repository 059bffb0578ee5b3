/** Mails about the machines of a company. Each is read afresh, as in `mail-reactions.ts`. */
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findGivenUp } from './integration-facts.report.store.ts'
import { link } from './mail-data.ts'
import { queueMail } from './send-mail.ts'

/** Tells the owners and administrators of a company that a webhook has events that are sent no more; nobody of the sandbox, or once they were replayed. */
export async function mailGivenUp(
  ctx: Ctx,
  { webhook_uuid }: Events['integrations.webhook_given_up'],
): Promise<void> {
  const hook = await findGivenUp(ctx.tx, webhook_uuid)
  if (!hook) return
  const data = {
    host: URL.parse(hook.url)?.host ?? hook.url,
    events: hook.events,
    answered: String(hook.answer_status ?? 'none'),
    url: link(ctx, '/settings'),
  }
  for (const email of hook.emails) await queueMail(ctx, 'webhook-given-up', email, data)
}
