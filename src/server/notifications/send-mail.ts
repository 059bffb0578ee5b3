/** Mail leaves by a job: what it says is decided when the event is delivered, sending is repeated until it succeeds. */
import { z } from 'zod'
import { GatewayError } from '../gateways/gateway-error.ts'
import type { MailTemplates } from '../gateways/mail/mail-templates.ts'
import type { Mailer } from '../gateways/mail/mailer.ts'
import { renderMail } from '../gateways/mail/render-mail.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { Job } from '../worker.ts'

const Payload = z.object({
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
  message_id: z.string(),
})

/** Puts a mail into the queue. Its message id is given here, so that one that is sent twice is seen once. */
export function queueMail<K extends keyof MailTemplates>(
  ctx: Ctx,
  template: K,
  to: string,
  data: MailTemplates[K],
): Promise<void> {
  const { hostname } = new URL(ctx.gateways.publicUrl)
  return ctx.enqueue('send_mail', { template, to, data, message_id: `<${newUuid()}@${hostname}>` })
}

/** The job `send_mail`. A mail that can never be sent is logged and let go; anything else is tried again. */
export function mailJob(mailer: Mailer): Job {
  return async (payload, { kernel }) => {
    const { template, to, data, message_id } = Payload.parse(payload)
    try {
      const mail = await renderMail(template as keyof MailTemplates, data as never)
      await mailer.send({ ...mail, to, message_id })
    } catch (error) {
      if (!(error instanceof GatewayError) || error.retriable) throw error
      kernel.log.error({ err: error, template, message_id }, 'mail cannot be sent')
    }
  }
}
