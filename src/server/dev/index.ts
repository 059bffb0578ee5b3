/**
 * Pages for trying Corridor out: the inbox of mail that went nowhere else, and the clock that can be moved. Never mounted by
 * `serve`.
 */
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { escapeHtml } from '../gateways/mail/fill-template.ts'
import type { MailMessage } from '../gateways/mail/mailer.ts'
import type { MovableClock } from '../kernel/clock.ts'
import { SYSTEM, transact } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Kernel } from '../kernel/unit-of-work.ts'

const MAX_MAILS = 200

type Inbox = {
  readonly dev_mail: {
    readonly mail_uuid: string
    readonly recipient: string
    readonly subject: string
    readonly html: string
    readonly body: string
    readonly sent_at: Date
  }
}

/** Makes the inbox's table where there is none. `serve` never does: mail in clear has no place in its database. */
export async function ensureInbox(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    create table if not exists dev_mail (
      mail_uuid uuid primary key,
      recipient text not null,
      subject text not null,
      html text not null,
      body text not null,
      sent_at timestamptz not null
    );
    grant select, insert on dev_mail to corridor_operations`)
  await client.end()
}

/** Keeps a mail for the inbox page. A mail that is sent twice is kept once. */
export async function keepMail(kernel: Kernel, mail: MailMessage): Promise<void> {
  await transact(kernel.db, SYSTEM, tx =>
    tx
      .withTables<Inbox>()
      .insertInto('dev_mail')
      .values({
        mail_uuid: newUuid(),
        recipient: mail.to,
        subject: mail.subject,
        html: mail.html,
        body: mail.text,
        // The demo's clock is moved between what happened and what is sent.
        sent_at: mail.written_at ?? kernel.clock.now(),
      })
      .execute(),
  )
}

/** Reads how far the clock was moved before the last stop. */
export async function readClockOffset(kernel: Pick<Kernel, 'db'>): Promise<number> {
  const row = await transact(kernel.db, SYSTEM, tx =>
    tx
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'clock_offset_ms')
      .executeTakeFirst(),
  )
  return Number(row?.value ?? 0)
}

/** Mounts `/dev/mail`, `/dev/mail/:id` and `/dev/clock`. */
export function mountDevPages(
  app: FastifyInstance,
  kernel: Kernel,
  dev: { readonly clock: MovableClock; runDueJobs(): Promise<void> },
): void {
  app.get('/dev/mail', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(inboxPage(await listMails(kernel))),
  )
  app.get('/dev/mail.json', async () => listMails(kernel))
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const id = z.uuid().safeParse(request.params.id)
    const mail = id.success ? await findMail(kernel, id.data) : undefined
    if (!mail) return reply.code(404).send({ code: 'NOT_FOUND', detail: '404 - Not found' })
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      )
      .type('text/html; charset=utf-8')
      .send(mail.html)
  })
  app.get('/dev/clock', async () => ({
    now: kernel.clock.now().toISOString(),
    offset_ms: dev.clock.offset(),
  }))
  app.post('/dev/clock', async (request, reply) => {
    const asked = z.object({ now: z.iso.datetime() }).safeParse(request.body)
    if (!asked.success)
      return reply
        .code(422)
        .send({ code: 'VALIDATION', detail: 'Give now as an ISO 8601 instant in UTC.' })
    dev.clock.setOffset(Date.parse(asked.data.now) - Date.now())
    const value = JSON.stringify(dev.clock.offset())
    await transact(kernel.db, SYSTEM, tx =>
      tx
        .insertInto('setting')
        .values({ name: 'clock_offset_ms', value })
        .onConflict(c => c.column('name').doUpdateSet({ value }))
        .execute(),
    )
    await dev.runDueJobs()
    return { now: kernel.clock.now().toISOString(), offset_ms: dev.clock.offset() }
  })
}

type Mail = { mail_uuid: string; recipient: string; subject: string; body: string; sent_at: Date }

function listMails(kernel: Kernel): Promise<Mail[]> {
  return transact(kernel.db, SYSTEM, tx =>
    tx
      .withTables<Inbox>()
      .selectFrom('dev_mail')
      .select(['mail_uuid', 'recipient', 'subject', 'body', 'sent_at'])
      .orderBy('sent_at', 'desc')
      .orderBy('mail_uuid', 'desc')
      .limit(MAX_MAILS)
      .execute(),
  )
}

function findMail(kernel: Kernel, id: string) {
  return transact(kernel.db, SYSTEM, tx =>
    tx
      .withTables<Inbox>()
      .selectFrom('dev_mail')
      .select('html')
      .where('mail_uuid', '=', id)
      .executeTakeFirst(),
  )
}

function inboxPage(mails: readonly Mail[]): string {
  const rows = mails.map(mail => {
    const links = [...mail.body.matchAll(/https?:\/\/\S+/g)].map(([url]) => url).slice(0, 1)
    const open = links
      .map(url => `<a class="go" href="${escapeHtml(url)}">Follow the link</a>`)
      .join('')
    return `<li><div><b>${escapeHtml(mail.subject)}</b><br><span>To ${escapeHtml(mail.recipient)}, ${mail.sent_at.toISOString().replace('T', ' ').slice(0, 16)} UTC</span></div>
      <div class="do"><a href="/dev/mail/${mail.mail_uuid}">Read</a>${open}</div></li>`
  })
  const list =
    rows.length > 0
      ? `<ul>${rows.join('')}</ul>`
      : '<p>No mail yet. What Corridor sends appears here.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Inbox of this demo</title><style>
body{font:14px/20px system-ui,sans-serif;color:#101828;max-width:760px;margin:40px auto;padding:0 16px}
h1{font-size:24px;line-height:31px;letter-spacing:-.02em;margin:0}p{color:#475467}ul{list-style:none;padding:0;border:1px solid #e4e7ec;border-radius:12px}
li{display:flex;gap:16px;justify-content:space-between;align-items:center;padding:12px 20px;border-bottom:1px solid #e4e7ec}li:last-child{border:0}
span{color:#667085;font-size:13px}a{color:#2121f9;font-weight:500;text-decoration:none;white-space:nowrap}.do{display:flex;gap:16px}
</style></head><body><h1>Inbox of this demo</h1><p>Mail that Corridor sent, newest first. Nothing leaves this machine.</p>${list}</body></html>`
}
