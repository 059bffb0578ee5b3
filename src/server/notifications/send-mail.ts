/** Mail leaves by a job: what it says is decided when the event is delivered, sending is repeated until it succeeds. */
import { z } from 'zod'
import { GatewayError } from '../gateways/gateway-error.ts'
import type { MailTemplates } from '../gateways/mail/mail-templates.ts'
import type { Mailer } from '../gateways/mail/mailer.ts'
import { renderMail } from '../gateways/mail/render-mail.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { Job } from '../worker.ts'

const Payload = z.object({ message_id: z.string(), sealed: z.string() })
const Mail = z.object({
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/**
 * Puts a mail into the queue, sealed: links in it live longer than it waits, and a mail that fails for good stays in the queue.
 * Its message id is given here, so that one that is sent twice is seen once.
 */
export function queueMail<K extends keyof MailTemplates>(
  ctx: Ctx,
  template: K,
  to: string,
  data: MailTemplates[K],
): Promise<void> {
  const { hostname } = new URL(ctx.gateways.publicUrl)
  const message_id = `<${newUuid()}@${hostname}>`
  const sealed = ctx.fields.seal(
    'job.send_mail',
    message_id,
    JSON.stringify({ template, to, data }),
  )
  return ctx.enqueue('send_mail', { message_id, sealed })
}

/** The job `send_mail`. A mail that can never be sent is logged and let go; anything else is tried again. */
export function mailJob(mailer: Mailer): Job {
  return async (payload, { kernel }) => {
    const { message_id, sealed } = Payload.parse(payload)
    const opened = kernel.fields.open('job.send_mail', message_id, sealed)
    const { template, to, data } = Mail.parse(JSON.parse(opened))
    try {
      const mail = await renderMail(template as keyof MailTemplates, data as never)
      await mailer.send({ ...mail, to, message_id })
    } catch (error) {
      if (!(error instanceof GatewayError) || error.retriable) throw error
      kernel.log.error({ err: error, template, message_id }, 'mail cannot be sent')
    }
  }
}
