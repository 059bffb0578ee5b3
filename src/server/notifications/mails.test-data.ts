/** What leaves because of an event: for tests of what mails say. */
import type { World } from '#test/harness/world.ts'
import { createCollectingMailer, type MailMessage } from '../gateways/mail/mailer.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { mailJob } from './index.ts'

/** The mails that a reaction sends, in the order in which they leave. */
export async function mailsOf<E>(
  { kernel, unit }: World,
  react: (ctx: Ctx, event: E) => Promise<void>,
  event: E,
): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  const job = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  await unit(async ctx => {
    const enqueueEach = async (_task: string, each: readonly { payload: object }[]) => {
      for (const { payload } of each) await job({ ...payload }, { kernel, unit })
    }
    await react({ ...ctx, enqueueEach }, event)
  })
  return sent
}
