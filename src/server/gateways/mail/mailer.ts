import { createTransport } from 'nodemailer'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import { oneLine } from './fill-template.ts'

/** A mail to one person. `message_id` is ours and stays the same when sending is tried again, so that readers show it once. */
export type MailMessage = {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly message_id: string
  /** When it was written, by the clock of what it tells. */
  readonly written_at?: Date
  /** Where whoever gets it says that they want no more such mail (`List-Unsubscribe`, RFC 2369). */
  readonly stop_url?: string
}

/** The port through which mails leave. */
export type Mailer = {
  /** Hands the mail over. Throws GatewayError MAIL_REFUSED (final) or MAIL_UNAVAILABLE (may be tried again). */
  send(message: MailMessage): Promise<void>
}

const CONNECT_MS = 10_000
const ANSWER_MS = 30_000

/**
 * Sends by SMTP. `url` is `smtp://user:password@host:port` or `smtps://...`; `from` is an address, with a display
 * name before it in angle-bracket form if wanted. With `needsTls` a server that offers no STARTTLS gets no mail.
 */
export function createSmtpMailer(
  url: string,
  from: string,
  { needsTls = false }: { needsTls?: boolean } = {},
): Mailer {
  const transport = createTransport({
    ...(needsTls ? { url: withoutTlsOptions(url), requireTLS: true } : { url }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message) {
      const { to, subject, html, text, message_id, stop_url } = cleanMessage(message)
      try {
        await transport.sendMail({
          from: oneLine(from),
          // As an object, so that a comma in it cannot add a second recipient.
          to: { name: '', address: to },
          subject,
          html,
          text,
          messageId: message_id,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(stop_url ? { 'List-Unsubscribe': `<${stop_url}>` } : {}),
          },
        })
      } catch (cause) {
        throw sendError(cause)
      }
    },
  }
}

/** Options in the address, by which the library would send in clear after all. */
function withoutTlsOptions(url: string): string {
  const plain = new URL(url)
  for (const name of [...plain.searchParams.keys()])
    if (/tls|secure/i.test(name)) plain.searchParams.delete(name)
  return plain.href
}

/** Hands mails to a callback instead of a server, cleaned like real ones: for the development inbox and for tests. */
export function createCollectingMailer(
  save: (message: MailMessage) => void | Promise<void>,
): Mailer {
  return {
    async send(message) {
      await save(cleanMessage(message))
    },
  }
}

/** Line breaks leave every header value; an address that is not one plain address is refused. */
function cleanMessage(message: MailMessage): MailMessage {
  const to = message.to.trim()
  if (!/^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(to))
    throw refused('The recipient is not one plain address.')
  return {
    ...message,
    to,
    subject: oneLine(message.subject),
    message_id: oneLine(message.message_id),
    ...(message.stop_url ? { stop_url: new URL(message.stop_url).href } : {}),
  }
}

function sendError(cause: unknown): GatewayError {
  const status = cause instanceof Error && 'responseCode' in cause ? Number(cause.responseCode) : 0
  if (status >= 500 && status < 600) return refused('The mail server refused the mail.', cause)
  const message = 'The mail server could not be reached or was busy.'
  return new GatewayError('MAIL_UNAVAILABLE', message, { retriable: true, cause })
}

function refused(message: string, cause?: unknown): GatewayError {
  return new GatewayError('MAIL_REFUSED', message, { retriable: false, cause })
}
