import { createCollectingMailer, type MailMessage } from '#server/gateways/mail/mailer.ts'
import { mailJob } from '#server/notifications/index.ts'
import type { Admin } from './admin.ts'
import type { World } from './world.ts'

/** The mails that wait to be sent in a world, in the order in which they were queued; then they do so no longer. */
export async function waitingMails(world: World, admin: Admin): Promise<MailMessage[]> {
  const jobs = await admin.rows<{ payload: Record<string, unknown> }>(
    `with gone as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier in ('send_mail', 'send_mails') returning j.id, payload)
    select payload from gone order by id`,
  )
  const sent: MailMessage[] = []
  const send = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  for (const { payload } of jobs) await send(payload, world)
  return sent
}
