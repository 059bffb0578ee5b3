import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { formatDate, isPlainDate } from '#domain/kernel/plain-date.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import { sayMarked } from '#server/kernel/words.ts'
import {
  escapeHtml,
  type FillEdge,
  type FillValue,
  type FillView,
  fillTemplate,
  oneLine,
} from './fill-template.ts'
import { CATALOGUES } from './mail-catalogues.ts'
import type { MailTemplates, RenderedMail } from './mail-templates.ts'
import { setApart } from './set-apart.ts'

type Twin = { readonly subject: string; readonly text: string }
type Compiled = Twin & { readonly html: string }

const compiled = new Map<string, Promise<Compiled>>()
const twins = new Map<string, Promise<Twin>>()

/**
 * Renders one mail with its plain-text twin. A template is compiled once in the life of the process; values are
 * escaped and make no links, and the subject is one line. Throws GatewayError MAIL_TEMPLATE_FAILED when a value is missing or an
 * address is not http or https: that is a fault of ours, which the next release may have mended.
 */
export async function renderMail<K extends keyof MailTemplates>(
  template: K,
  data: MailTemplates[K],
): Promise<RenderedMail> {
  try {
    const { subject, html, text } = await compiledTemplate(template)
    const view = viewOf(data)
    const plain = plainEdge(template)
    const line = oneLine(fillTemplate(subject, view, plain))
    return {
      subject: line,
      html: fillTemplate(html, { ...view, subject: line }, htmlEdge(template)),
      text: fillTemplate(text, view, plain),
      ...('stop_url' in data ? { stop_url: data.stop_url } : {}),
    }
  } catch (cause) {
    const message = `The mail ${template} could not be rendered.`
    throw new GatewayError('MAIL_TEMPLATE_FAILED', message, { retriable: true, cause })
  }
}

/** What the subject of a mail says, which is what it tells in Corridor. Throws when a value is missing. */
export async function renderSubject<K extends keyof MailTemplates>(
  template: K,
  data: MailTemplates[K],
): Promise<string> {
  const { subject } = await twinOf(template)
  return oneLine(fillTemplate(subject, viewOf(data), plainEdge(template)))
}

const LAYOUT = 'layout.'

/** `{{say body}}` of a mail says `mails.<mail>.body` of its context; what all mails say stands under `layout`. */
function keyOf(template: keyof MailTemplates, key: string): TextKey {
  const path = key.startsWith(LAYOUT)
    ? `notifications.mails.${key}`
    : `${CATALOGUES[template]}.mails.${template}.${key}`
  // The templates are text: that their keys are those of the catalogues is tested.
  return path as TextKey
}

function plainEdge(template: keyof MailTemplates): FillEdge {
  return {
    encode: oneLine,
    say: (key, view) =>
      sayMarked(
        keyOf(template, key),
        encoded(view, oneLine),
        marksOf(view, chunks => chunks),
      ),
  }
}

/** A sentence marks what stands out by `strong`, and a link by the name of its address. */
function htmlEdge(template: keyof MailTemplates): FillEdge {
  const link = (chunks: string, url: string) => `<a href="${escapeHtml(url)}">${chunks}</a>`
  return {
    encode: encodeHtml,
    say: (key, view) =>
      sayMarked(keyOf(template, key), encoded(view, encodeHtml), {
        ...marksOf(view, link),
        strong: chunks => `<strong class="strong">${chunks}</strong>`,
      }),
  }
}

/** The title of a page is text alone. */
function encodeHtml(text: string, key: string): string {
  return key === 'subject' ? escapeHtml(text) : setApart(escapeHtml(text), key)
}

function encoded(view: FillView, encode: FillEdge['encode']): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  for (const [key, value] of Object.entries(view)) {
    if (typeof value === 'number') values[key] = value
    else if (typeof value === 'string') values[key] = encode(value, key)
    else if (typeof value === 'boolean') values[key] = String(value)
  }
  return values
}

function marksOf(view: FillView, link: (chunks: string, url: string) => string) {
  const marks: Record<string, (chunks: string) => string> = { strong: chunks => chunks }
  for (const [key, value] of Object.entries(view))
    if (/(^|_)url$/.test(key)) marks[key] = chunks => link(chunks, String(value))
  return marks
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
  const path = pathOf(template)
  const [source, twin] = await Promise.all([readFile(`${path}.mjml`, 'utf8'), twinOf(template)])
  const options = {
    filePath: `${path}.mjml`,
    ignoreIncludes: false,
    fonts: {},
    keepComments: false,
  }
  // Loaded by the first mail: four hundred files, a quarter of what a start would load.
  const { default: mjml2html } = await import('mjml')
  const { html, errors } = await mjml2html(source, { ...options, validationLevel: 'strict' })
  if (errors.length > 0) throw new Error(errors.map(each => each.formattedMessage).join('\n'))
  return { html, ...twin }
}

function pathOf(template: string): string {
  return fileURLToPath(new URL(`./templates/${template}`, import.meta.url))
}

/** The subject of a mail and its plain text, read once in the life of the process. */
function twinOf(template: string): Promise<Twin> {
  const known = twins.get(template)
  if (known) return known
  const fresh = readTwin(template)
  twins.set(template, fresh)
  fresh.catch(() => twins.delete(template))
  return fresh
}

async function readTwin(template: string): Promise<Twin> {
  const twin = await readFile(`${pathOf(template)}.txt`, 'utf8')
  const head = /^Subject: (.+)\r?\n\r?\n/.exec(twin)
  if (!head?.[1]) throw new Error(`${template}.txt must begin with its subject.`)
  return { subject: head[1], text: twin.slice(head[0].length).replaceAll('\r\n', '\n') }
}

const ABSENT: FillView = {
  name: '',
  role: '',
  reason: '',
  new_email: '',
  destination_label: '',
  split: false,
  shares: [],
  line_url: '',
  expires_hours: 0,
}

function viewOf(data: object): FillView {
  const view: Record<string, FillValue> = {}
  for (const [key, value] of Object.entries(data)) view[key] = viewValue(key, value)
  // Absent options must be known to be absent, while a misspelled placeholder still fails.
  return { ...ABSENT, ...view }
}

function viewValue(key: string, value: unknown): FillValue {
  if (Array.isArray(value)) return value.map(item => viewOf(item))
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  if (/(^|_)url$/.test(key)) return checkedUrl(value)
  // What ends within a day says when: who reads the day alone has all of it, they believe.
  if (/(_on|_by|_date)$/.test(key))
    return isPlainDate(value)
      ? formatDate(value)
      : INSTANT.test(value)
        ? formatInstant(value)
        : unlinked(value)
  if (/^at$|_until$/.test(key)) return formatInstant(value)
  return /(^|_)email$/.test(key) ? value : unlinked(value)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

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

/** An instant in words, in UTC, as mails say it. */
export function formatInstant(value: string): string {
  const iso = new Date(value).toISOString()
  return `${formatDate(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`
}
