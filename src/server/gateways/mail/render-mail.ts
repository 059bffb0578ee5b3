import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import mjml2html from 'mjml'
import { formatDate, isPlainDate } from '#domain/kernel/plain-date.ts'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import {
  escapeHtml,
  type FillValue,
  type FillView,
  fillTemplate,
  oneLine,
} from './fill-template.ts'
import type { MailTemplates, RenderedMail } from './mail-templates.ts'

type Compiled = { readonly subject: string; readonly html: string; readonly text: string }

const compiled = new Map<string, Promise<Compiled>>()

/**
 * Renders one mail with its plain-text twin. A template is compiled once in the life of the process; values are
 * escaped and make no links, and the subject is one line. Throws GatewayError MAIL_TEMPLATE_FAILED when a value is missing or an
 * address is not http or https.
 */
export async function renderMail<K extends keyof MailTemplates>(
  template: K,
  data: MailTemplates[K],
): Promise<RenderedMail> {
  try {
    const { subject, html, text } = await compiledTemplate(template)
    const view = viewOf(data)
    const line = oneLine(fillTemplate(subject, view, oneLine))
    return {
      subject: line,
      html: fillTemplate(html, { ...view, subject: line }, escapeHtml),
      text: fillTemplate(text, view, oneLine),
      ...('stop_url' in data ? { stop_url: data.stop_url } : {}),
    }
  } catch (cause) {
    const message = `The mail ${template} could not be rendered.`
    throw new GatewayError('MAIL_TEMPLATE_FAILED', message, { retriable: false, cause })
  }
}

function compiledTemplate(template: string): Promise<Compiled> {
  const known = compiled.get(template)
  if (known) return known
  const fresh = compileTemplate(template)
  compiled.set(template, fresh)
  // A failure is not kept, so that a passing shortage of files or memory does not stop a mail for good.
  fresh.catch(() => compiled.delete(template))
  return fresh
}

async function compileTemplate(template: string): Promise<Compiled> {
  const path = fileURLToPath(new URL(`./templates/${template}`, import.meta.url))
  const [source, twin] = await Promise.all([
    readFile(`${path}.mjml`, 'utf8'),
    readFile(`${path}.txt`, 'utf8'),
  ])
  const options = {
    filePath: `${path}.mjml`,
    ignoreIncludes: false,
    fonts: {},
    keepComments: false,
  }
  const { html, errors } = await mjml2html(source, { ...options, validationLevel: 'strict' })
  if (errors.length > 0) throw new Error(errors.map(each => each.formattedMessage).join('\n'))
  const head = /^Subject: (.+)\r?\n\r?\n/.exec(twin)
  if (!head?.[1]) throw new Error(`${template}.txt must begin with its subject.`)
  return { subject: head[1], html, text: twin.slice(head[0].length).replaceAll('\r\n', '\n') }
}

function viewOf(data: object): FillView {
  const view: Record<string, FillValue> = {}
  for (const [key, value] of Object.entries(data)) view[key] = viewValue(key, value)
  if ('answer' in data) view.accepted = data.answer === 'ACCEPTED'
  // Absent options must be known to be absent, while a misspelled placeholder still fails.
  return { name: '', role: '', reason: '', new_email: '', ...view }
}

function viewValue(key: string, value: unknown): FillValue {
  if (Array.isArray(value)) return value.map(item => viewOf(item))
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  if (/(^|_)url$/.test(key)) return checkedUrl(value)
  if (/(_on|_date)$/.test(key)) return isPlainDate(value) ? formatDate(value) : value
  if (/^at$|_until$/.test(key)) return formatInstant(value)
  return /(^|_)email$/.test(key) ? value : unlinked(value)
}

/** What mail programs make links of, kept apart by a character that nobody sees (U+200C), so that it stays text. */
function unlinked(text: string): string {
  return text.replace(
    /:(?=\/\/)|(?<=[\p{L}\p{N}_-])[.。．｡@](?=[\p{L}_-])|@(?=[\p{L}\p{N}])/gu,
    '$&\u200c',
  )
}

function checkedUrl(value: string): string {
  const { protocol, href } = new URL(value)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`${protocol} is not a web address.`)
  return href
}

function formatInstant(value: string): string {
  const iso = new Date(value).toISOString()
  return `${formatDate(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`
}
