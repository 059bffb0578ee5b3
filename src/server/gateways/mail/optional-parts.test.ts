/** Every mail with each of its optional parts there and not: one that throws for some of its data is told to nobody. */
import { expect, it } from 'vitest'
import { sampleMails } from './mail-samples.test-data.ts'
import type { MailTemplates } from './mail-templates.ts'
import { renderMail } from './render-mail.ts'

type Optional<T> = { [P in keyof T]-?: object extends Pick<T, P> ? P : never }[keyof T]
type Filled<T> = { readonly [P in Optional<T>]-?: NonNullable<T[P]> }
/** Of each mail that has any, all of its optional parts: the types let none be forgotten. */
const PARTS: {
  readonly [K in keyof MailTemplates as Optional<MailTemplates[K]> extends never
    ? never
    : K]: Filled<MailTemplates[K]>
} = {
  'verify-email': { expires_hours: 24 },
  'security-notice': { text: 'A passkey was added.', new_email: 'chloe@atelier.test' },
  invitation: { role: 'Designer' },
  'invitation-reminder': { role: 'Designer' },
  'invitation-answered': { by_batch: true },
  'contract-declined': { reason: 'Too many hours.' },
  'terms-declined': { reason: 'Too many hours.' },
  'contract-closed': {
    ...{ notice_days: '14', reason: 'The project is over.', goes_on_on: '2027-02-01' },
    ...{ last_pay_on: '2027-01-08', amount: '2304.00', currency: 'USD' },
  },
  'yes-rejected': { reason: 'The bonus is twice in it.' },
  'payment-failed': { reason: 'No such account.', keeps: 'Your account is suspended.' },
  'employer-payment-failed': { keeps: 'Their account is suspended.' },
  'destination-changed': {
    ...{ destination_label: 'USD account •• 8012', split: true },
    shares: [{ label: 'USD account •• 8012', percentage: '100%' }],
  },
  'funds-requested': { words: 'For the pay of November 27.' },
  'verification-result': { reason: 'The passport is cut off.' },
  suspended: { reason: 'A check is under way.' },
  'papers-erased': { kept_through_on: '2033-01-01' },
  'invoice-sent': { message: 'Thank you.' },
  'pay-invoice-sent': { message: 'Thank you.' },
  'invoice-copy': { message: 'Thank you.' },
  'credit-note-sent': { message: 'Thank you.' },
}

/** Parts that come together, or of which exactly one comes. */
const WHOLE = [
  ['last_pay_on', 'amount', 'currency'],
  ['split', 'shares'],
]
const ONE_OF = [
  ['text', 'new_email'],
  ['destination_label', 'split'],
]

function mayBe(parts: readonly string[], chosen: ReadonlySet<string>): boolean {
  const of = (group: readonly string[]) => group.filter(part => parts.includes(part))
  const there = (group: readonly string[]) => group.filter(part => chosen.has(part)).length
  return (
    WHOLE.map(of).every(group => there(group) === 0 || there(group) === group.length) &&
    ONE_OF.map(of).every(group => group.length < 2 || there(group) === 1)
  )
}

const cases = Object.entries(PARTS).flatMap(([name, filled]) => {
  const parts = Object.entries(filled)
  return Array.from({ length: 2 ** parts.length }, (_, bits) =>
    parts.filter((_part, at) => bits & (1 << at)),
  ).flatMap(some => {
    const chosen = new Set(some.map(([part]) => part))
    const all = parts.map(([part]) => part)
    return mayBe(all, chosen) ? [{ name: name as keyof typeof PARTS, some, all }] : []
  })
})

it.each(cases.map(one => [one.name, one.some.map(([part]) => part).join(' and '), one] as const))(
  '%s is made with %s',
  async (name, _parts, { some, all }) => {
    const needed = Object.entries(sampleMails[name]).filter(([part]) => !all.includes(part))
    const data = Object.fromEntries([...needed, ...some]) as MailTemplates[typeof name]
    const { subject, text, html } = await renderMail(name, data)
    expect(subject + text + html).not.toMatch(/\{\{|\}\}|undefined|\[object/)
  },
)
