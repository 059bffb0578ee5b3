/** Mail leaves by a job: what it says is decided when the event is delivered, sending is repeated until it succeeds. */
import { z } from 'zod'
import { GatewayError } from '../gateways/gateway-error.ts'
import type { MailTemplates } from '../gateways/mail/mail-templates.ts'
import type { Mailer } from '../gateways/mail/mailer.ts'
import { renderMail } from '../gateways/mail/render-mail.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import type { Job } from '../worker.ts'
import { markMessage } from './message.store.ts'
import { markTold } from './payment-told.store.ts'
import { type Leaving, tell } from './tell.ts'

const Sealed = z.object({ message_id: z.string(), sealed: z.string() })
/** Several, or one as older versions queued it. */
const Payload = z.union([z.object({ mails: z.array(Sealed) }), Sealed])
const Mail = z.object({
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Absent from mails that older versions queued. */
  written_at: z.coerce.date().optional(),
  /** The message that it tells of: it is SENT once the mail left. */
  message_uuid: z.uuid().optional(),
  /** What it tells of a payment: that is told once the mail left. */
  told_uuid: z.uuid().optional(),
})

/** How many mails one job sends: what a job costs is shared, and one that is killed half-way sends as many again at most. */
const BATCH = 20

export type QueuedMail<K extends keyof MailTemplates> = {
  readonly to: string
  readonly data: MailTemplates[K]
  readonly message_uuid?: string
  readonly told_uuid?: string
}

/**
 * Tells people here what mails say, and puts those that leave at once into the queue, sealed: links in them live longer than they wait, and a mail that fails for good stays in the queue.
 * Their message ids are given here, so that one that is sent twice is seen once.
 */
export async function queueMails<K extends keyof MailTemplates>(
  ctx: Ctx,
  template: K,
  mails: readonly QueuedMail<K>[],
  how: Leaving = {},
): Promise<void> {
  const { hostname } = new URL(ctx.gateways.publicUrl)
  const leaving = await tell(ctx, template, mails, how)
  const sealed = leaving.map(mail => {
    const message_id = `<${newUuid()}@${hostname}>`
    const text = JSON.stringify({ template, ...mail, written_at: ctx.now })
    return { message_id, sealed: ctx.fields.seal('job.send_mail', message_id, text) }
  })
  const jobs: { payload: object }[] = []
  for (let at = 0; at < sealed.length; at += BATCH)
    jobs.push({ payload: { mails: sealed.slice(at, at + BATCH) } })
  // One mail may be a link that somebody waits for: it goes before those that go together.
  if (jobs.length > 0)
    await ctx.enqueueEach(leaving.length === 1 ? 'send_mail' : 'send_mails', jobs)
}

/** Tells and mails one; see `queueMails`. */
export function queueMail<K extends keyof MailTemplates>(
  ctx: Ctx,
  template: K,
  to: string,
  data: MailTemplates[K],
  how: Leaving = {},
): Promise<void> {
  return queueMails(ctx, template, [{ to, data }], how)
}

/**
 * The jobs `send_mail` and `send_mails`. A mail that no server will ever take is logged and let go. One that may be sent later is tried again, and stays in the queue where
 * all tries failed, as one that could not be made: by this job where it is the only one, by a job of its own where others went out with it.
 */
export function mailJob(mailer: Mailer): Job {
  return async (payload, { kernel, unit }) => {
    const parsed = Payload.parse(payload)
    const mails = 'mails' in parsed ? parsed.mails : [parsed]
    const later: z.output<typeof Sealed>[] = []
    for (const mail of mails)
      try {
        const { message_uuid, told_uuid } = await send(kernel, mailer, mail)
        if (message_uuid) await unit(ctx => markMessage(ctx, message_uuid, 'sent_at', ctx.now))
        if (told_uuid) await unit(ctx => markTold(ctx.tx, told_uuid, ctx.now))
      } catch (error) {
        if (mails.length === 1) throw error
        later.push(mail)
      }
    const jobs = later.map(mail => ({ payload: { mails: [mail] } }))
    if (jobs.length > 0) await unit(ctx => ctx.enqueueEach('send_mail', jobs))
  }
}

async function send(
  { fields, log }: Kernel,
  mailer: Mailer,
  { message_id, sealed }: z.output<typeof Sealed>,
): Promise<{ message_uuid?: string | undefined; told_uuid?: string | undefined }> {
  const opened = fields.open('job.send_mail', message_id, sealed)
  const { template, to, data, written_at, message_uuid, told_uuid } = Mail.parse(JSON.parse(opened))
  try {
    const mail = await renderMail(template as keyof MailTemplates, data as never)
    await mailer.send({ ...mail, to, message_id, ...(written_at && { written_at }) })
    return { message_uuid, told_uuid }
  } catch (error) {
    if (!(error instanceof GatewayError) || error.retriable) throw error
    log.error({ err: error, template, message_id }, 'mail cannot be sent')
    return {}
  }
}
