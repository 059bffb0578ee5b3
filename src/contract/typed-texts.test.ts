/** What people type about themselves and others, walked over every call: addresses by one pattern, names that are no links. */
import { describe, expect, it } from 'vitest'
import { sampleOf, stringPaths, withValue } from '#test/server/sample.ts'
import { api } from './api.ts'
import type { Endpoint } from './kernel/endpoint.ts'

const entries: readonly (readonly [string, Endpoint])[] = Object.entries(api)

/** What was read and is held against what is kept, which may be of before there were rules: nobody types it, and nothing keeps it. */
const COMPARED: readonly string[] = ['sendInvoice.to']

/** Every field of a body whose name fits, as call, path and what becomes of a value in it. */
function fields(fits: RegExp, without: readonly string[] = []) {
  return entries.flatMap(([name, { body }]) => {
    if (!body) return []
    const sample = sampleOf(body)
    return stringPaths(body)
      .filter(path => fits.test(path.at(-1) ?? '') && !without.includes(path.at(-1) ?? ''))
      .filter(path => !COMPARED.includes(`${name}.${path[0]}`))
      .map(path => ({
        field: `${name}.${path.join('.')}`,
        messages: (text: string) =>
          body
            .safeParse(withValue(sample, path, text))
            .error?.issues.filter(issue => issue.path.join() === path.join())
            .map(({ message }) => message) ?? [],
      }))
  })
}

// Interac's are judged with the other details of an account.
const emails = fields(/email$/, ['interac_email']).filter(
  // A row of a list says what is wrong with it.
  ({ field }) =>
    !/^(inviteMany\.invitations|(previewInvitations|previewPaymentBatch|submitPaymentBatch)\.rows)\./.test(
      field,
    ),
)
// Names on papers are judged where the paper is.
const PAPERS = ['account_name', 'file_name', 'employer_signer_name', 'company_name']
const names = fields(/^(first|last|middle|preferred|corporation|business)_name$/, PAPERS)

/** Names that mails, papers and lists of sanctions know, and the roles of contracts. */
const NAMES =
  /\.((first|last|middle|preferred|corporation|business|entity|client)_name|beneficial_owners\.\d+\.name)$|^(putContract|configurePayroll|inviteContractor)\.role$/

/** Names that a bank, a contract or a form has: what looks like a link may be one of a company. */
const ON_PAPER = /\.account_name$|\.employer_signer_name$|^(signContract|signTaxForms)\.name$/

describe('an e-mail address', () => {
  it('is typed in several calls', () => expect(emails.length).toBeGreaterThan(5))

  it.each(emails)('$field is what mail can be sent to, and nothing else', ({ messages }) => {
    expect(messages(' Someone@Nowhere.test ')).toEqual([])
    for (const wrong of [
      'a..b@c.test',
      'a@-b.test',
      'a@b.c',
      'a@b',
      'a\u0001@b.test',
      'a@b.test\n',
      '\u200ba@b.test',
      'ａ@b.test',
      'a b@c.test',
      'a@b.test, c@d.test',
    ])
      expect([wrong, messages(wrong)]).toEqual([wrong, ['identity.emails.invalid']])
    expect(messages('')).toEqual(['identity.emails.required'])
  })
})

describe('a name', () => {
  it('is typed in several calls', () => expect(names.length).toBeGreaterThan(12))

  it.each(names)('$field looks like no link', ({ messages }) => {
    expect(messages('Northwind & Söhne, Inc.')).toEqual([])
    for (const wrong of [
      'http://evil.example/login',
      'www.evil.example',
      'evil.example/login',
      'Visit evil.example now',
      'ceo@bigbank.example',
    ])
      expect([wrong, messages(wrong)]).toEqual([wrong, ['identity.problems.noLinks']])
  })

  it.each(fields(/name$|^role$|^description$/).filter(({ field }) => NAMES.test(field)))(
    '$field is none that is made to look like another, and one of any script',
    ({ messages }) => {
      for (const wrong of ['\u0410mara', 'Amara \u041ekafor', '\u039fkafor', '\u042e\u043bi\u044f'])
        expect([wrong, messages(wrong)]).toEqual([wrong, ['kernel.problems.oneAlphabet']])
      for (const name of ['张伟', 'فاطمة', 'Юлия', 'Siân O’Neill', 'Գրիգոր', 'สมชาย', 'Юлия Smith'])
        expect([name, messages(name)]).toEqual([name, []])
    },
  )

  it.each(fields(/name$/).filter(({ field }) => NAMES.test(field) || ON_PAPER.test(field)))(
    '$field hides no sign, and is spelled as it is',
    ({ messages }) => {
      for (const hidden of ['Zar\u200bnova', 'Zarnova\u00ad', 'Zar\u2063nova', 'Zarnova\u200f'])
        expect([hidden, messages(hidden)]).toEqual([hidden, ['kernel.problems.unseenSigns']])
      expect(messages('\u2060Zarnova')).toEqual(['kernel.problems.unseenFirst'])
      expect(messages('\u0410mara')).toEqual(['kernel.problems.oneAlphabet'])
      for (const name of [
        '\u0639\u0644\u06cc\u200c\u0632\u0627\u062f\u0647',
        '\u0930\u094d\u200d\u092f',
      ])
        expect([name, messages(name)]).toEqual([name, []])
    },
  )

  it('that stands on papers and at banks is typed in several calls', () => {
    expect(fields(/name$/).filter(({ field }) => ON_PAPER.test(field)).length).toBeGreaterThan(4)
  })

  it('of a company on a tax form has no control characters, and its numbers neither', () => {
    const signed = fields(/^entity_name$/)
    expect(signed.length).toBe(2)
    for (const { messages } of signed) {
      for (const control of ['Zar\u0007nova', 'Zar\u0000nova', 'Zar\nnova'])
        expect([control, messages(control)]).toEqual([
          control,
          ['kernel.problems.controlCharacters'],
        ])
      expect(messages('')).toEqual([])
    }
    for (const { messages } of fields(/_tax_number$/).filter(({ field }) => /Tax/.test(field)))
      for (const wrong of ['536-22-\u200b1234', '536-22-1234\u0007', '536\n22', '12<34'])
        expect([wrong, messages(wrong)]).toEqual([wrong, ['tax.problems.numberSigns']])
  })

  it('of a role that somebody is invited to looks like none', () => {
    const [role] = fields(/^role$/).filter(({ field }) => field === 'inviteContractor.role')
    expect(role?.messages('Node.js developer')).toEqual([])
    expect(role?.messages('See www.evil.example')).toHaveLength(1)
  })
})
