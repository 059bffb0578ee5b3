import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import notifications from '#messages/en/notifications.json' with { type: 'json' }
import { sampleMails } from './mail-samples.test-data.ts'
import type { MailTemplates } from './mail-templates.ts'
import { renderMail } from './render-mail.ts'

const names = Object.keys(sampleMails).filter(
  (name): name is keyof MailTemplates => name in sampleMails,
)
const hostile = '<script>alert(1)</script>\r\nBcc: x@y.test "\'&'

/** What mail programs make links of: schemes, addresses of mail, and names with dots and letters on both sides. */
function clickable(text: string): string[] {
  return (
    text.match(/[a-z]+:\/\/\S+|[\w.+-]+@[\w-]+(\.[\w-]+)*|\b[\w-]+(\.[a-z][\w-]*)+(\/\S*)?/gi) ?? []
  )
}

/** What each template says and shows, but for what mail programs list beside the subject and the second spelling of a link. */
function holesOf(name: string, ending: 'mjml' | 'txt'): string[] {
  const source = readFileSync(new URL(`./templates/${name}.${ending}`, import.meta.url), 'utf8')
    .replace(/<mj-head>[\s\S]*<\/mj-head>|^Subject: .*$/m, '')
    .replaceAll('{{say layout.open}}', '')
  return [...new Set(source.match(/\{\{[^}]+\}\}/g))].sort()
}

const GAPS = /<span style="margin-left:\.16em">(\d{3})<\/span>/g

/** The texts of a page, block by block. */
function blocksOf(html: string): string[] {
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(GAPS, '$1')
  const named = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const
  return body
    .replace(
      /<(?:style|title)[\s\S]*?<\/(?:style|title)>|<div style="display:none[\s\S]*?<\/div>/g,
      '',
    )
    .split(/<\/?(?:div|td|tr|table|tbody|p)\b[^>]*>/)
    .map(block =>
      block
        .replace(/<[^>]*>/g, ' ')
        .replace(/&(amp|lt|gt|quot|#39);/g, (_all, of) => named[of as keyof typeof named]),
    )
    .map(block => block.replace(/\s+/g, ' ').trim())
    .filter(block => /\p{L}/u.test(block))
}

describe('renderMail', () => {
  it.each(names)('%s says the same as a page and as text', async name => {
    const stops = ['{{stop_url}}', '{{reset_url}}']
    const apart = (holes: string[]) => holes.filter(hole => !stops.includes(hole))
    expect(apart(holesOf(name, 'txt'))).toEqual(apart(holesOf(name, 'mjml')))
    const { html, text } = await renderMail(name, sampleMails[name])
    const bare = (words: string) => words.replace(/[\s]+([.,])/g, '$1').replace(/\s+/g, ' ')
    const layout = Object.values(notifications.mails.layout)
    const left = blocksOf(html).filter(
      block =>
        block !== 'Corridor' &&
        !layout.some(words => block.startsWith(words)) &&
        !bare(text).includes(bare(block)),
    )
    expect(left).toEqual([])
  })

  it.each(names)(
    '%s sets the thousands of every amount apart by style alone, in its page',
    async name => {
      const large = (value: unknown): unknown =>
        typeof value === 'string'
          ? value.replace(/\d+\.\d{2,}(?=$| [A-Z])/g, '1234567.89')
          : Array.isArray(value)
            ? value.map(item => Object.fromEntries(Object.entries(item).map(enlarged)))
            : value
      // What was reported and is paid are hours.
      const enlarged = ([key, value]: [string, unknown]) =>
        /^(reported|paid)$/.test(key) ? [key, value] : [key, large(value)]
      const data = Object.fromEntries(Object.entries(sampleMails[name]).map(enlarged))
      const { html, text, subject } = await renderMail(name, data as MailTemplates[typeof name])
      // The page is called by its subject, which is plain.
      const [head = '', body = ''] = html.replace(/aria-label="[^"]*"/g, '').split('<body')
      expect(body).not.toContain('1234567.89')
      const count = (of: string) => of.split('1234567.89').length
      // The page says all that the text says, and what mail programs list beside the subject.
      expect(count(body.replace(GAPS, '$1'))).toBeGreaterThanOrEqual(count(text))
      expect(text + subject + head).not.toMatch(GAPS)
    },
  )

  it.each(names)('%s has a subject, a page and a text twin, both with every link', async name => {
    const mail = await renderMail(name, sampleMails[name])
    expect(mail.subject).toMatch(/^[^\r\n{}]{8,}$/)
    expect(mail.html + mail.text).not.toMatch(/\{\{|\}\}|undefined|\[object/)
    expect(mail.html).toContain('</html>')
    for (const [key, value] of Object.entries(sampleMails[name])) {
      if (!key.endsWith('url')) continue
      expect(mail.text).toContain(value)
      expect(mail.html).toContain(`href="${String(value).replaceAll('&', '&amp;')}"`)
    }
  })

  it.each(names)('%s prints hostile text as text', async name => {
    const data = Object.fromEntries(
      Object.entries(sampleMails[name]).map(([key, value]) =>
        typeof value === 'string' && !/url$|_on$|_date$|^at$|_until$|answer|^when$/.test(key)
          ? [key, hostile]
          : [key, value],
      ),
    )
    // The keys are the template's own, only their texts were replaced.
    const mail = await renderMail(name, data as MailTemplates[typeof name])
    expect(mail.html).not.toContain('<script>alert')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.text).not.toMatch(/^Bcc:/m)
  })

  it.each(names)(
    '%s has no text of a stranger in its subject, and makes no link of it',
    async name => {
      // What a subject may carry is worked out by us and not typed by anybody.
      const ours = /^(amount|currency|total|answer|when)$|_on$|_date$|^at$|_until$|email$|url$/
      const plain = await renderMail(name, sampleMails[name])
      const pick = /\.(example|tld|rocks)|bigbank|evil|phish/i
      for (const hostile of [
        'Your account is locked. Visit http://evil.example/login now',
        'www.evil.example',
        'evil.tld/login',
        'ceo@bigbank.example',
        'phish.rocks',
      ]) {
        const typed = (value: unknown): unknown => {
          if (typeof value === 'string') return hostile
          if (Array.isArray(value)) return value.map(filled)
          return value
        }
        const filled = (data: object): object =>
          Object.fromEntries(
            Object.entries(data).map(([key, value]) => [
              key,
              ours.test(key) ? value : typed(value),
            ]),
          )
        const mail = await renderMail(name, filled(sampleMails[name]) as MailTemplates[typeof name])
        expect(mail.subject).toBe(plain.subject)
        // What is left once our own links are gone is what mail programs look for addresses in.
        const shown = mail.html
          .replace(/href="[^"]*"/g, '')
          .replaceAll(/https:\/\/corridor\.test[^\s<"]*/g, '')
        expect(clickable(shown).filter(found => pick.test(found))).toEqual([])
        expect(clickable(mail.text).filter(found => pick.test(found))).toEqual([])
        expect(mail.html.match(/href="[^"]*"/g)?.filter(found => pick.test(found)) ?? []).toEqual(
          [],
        )
      }
    },
  )

  it('leaves braces in a name alone', async () => {
    const { text, html } = await renderMail('invitation-answered', {
      ...sampleMails['invitation-answered'],
      contractor_name: '{{url}} {{#name}}',
    })
    expect(text).toContain('{{url}} {{#name}}')
    expect(html).toContain('{{url}} {{#name}}')
  })

  it.each(names)('%s begins no section around a part: MJML forgets where it begins', name => {
    const source = readFileSync(new URL(`./templates/${name}.mjml`, import.meta.url), 'utf8')
    expect(source.match(/\{\{[#^]\w+\}\}<mj-/g)).toBeNull()
  })

  it('asks a company for money also without words of its own', async () => {
    const { words, ...asked } = sampleMails['funds-requested']
    const { text, html } = await renderMail('funds-requested', asked)
    expect(text).not.toContain(words)
    expect(html).toContain(asked.reference)
  })

  it('reads well without what is optional, and in both outcomes', async () => {
    const url = 'https://corridor.test/x'
    const verified = await renderMail('verification-result', { verified: true, url })
    expect(verified.subject).toBe('You are verified')
    expect(verified.text).not.toContain('Reason')
    const rejected = await renderMail('verification-result', sampleMails['verification-result'])
    expect(rejected.text).toContain('Reason: The passport is cut off at the edge.')
    const declined = await renderMail('invitation-answered', {
      ...sampleMails['invitation-answered'],
      answer: 'REJECTED',
    })
    expect(declined.subject).toBe('Your invitation was declined')
  })

  it('writes dates, instants and amounts out', async () => {
    const changed = await renderMail('destination-changed', sampleMails['destination-changed'])
    expect(changed.text).toContain('held until November 13, 2026, 09:30 UTC')
    const split = await renderMail('destination-changed', {
      what: 'New split',
      split: true,
      shares: [
        { label: '7EcD…FLtV, Solana', percentage: '40%' },
        { label: 'USD account •• 8012', percentage: '60%' },
      ],
      at: '2026-11-12T09:30:00.000Z',
      held_until: '2026-11-13T09:30:00.000Z',
      hold_url: 'https://corridor.test/stop-change?token=abc',
      url: 'https://corridor.test/x',
    })
    expect(split.text).toContain(
      'Change: New split\n- 7EcD…FLtV, Solana: 40%\n- USD account •• 8012: 60%\nWhen: November 12',
    )
    expect(split.text).not.toContain('Destination:')
    const open = await renderMail('cycle-open', sampleMails['cycle-open'])
    expect(open.subject).toBe('36648.85 USD to approve for November 13, 2026')
    const paid = await renderMail('paid', sampleMails.paid)
    expect(paid.text).toContain(
      '- Banque du Fleuve •• 0912: 4176.00 CAD\n- bc1qm…4tz8, Bitcoin: 0.00335210 BTC\n',
    )
  })

  it('calls a pay by its name, which is one of a batch or a run as well as of a policy', async () => {
    for (const template of ['cycle-open', 'approval-due', 'pay-late'] as const) {
      const of = { ...sampleMails[template], policy_label: 'Bonus November' }
      const { subject, text } = await renderMail(template, of as never)
      expect([template, text]).toEqual([template, expect.stringContaining('“Bonus November”')])
      expect(`${subject} ${text}`).not.toMatch(/policy|cycle(?!\/)/)
    }
  })

  it('writes out every date in every mail', async () => {
    for (const template of Object.keys(sampleMails) as (keyof MailTemplates)[]) {
      const { subject, text, html } = await renderMail(template, sampleMails[template])
      for (const said of [subject, text, html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')])
        expect([template, said.match(/(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w.-])/g)]).toEqual([
          template,
          null,
        ])
    }
  })

  it('refuses a link that is not a web address', async () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'not a link']) {
      await expect(renderMail('verify-email', { url })).rejects.toMatchObject({
        code: 'MAIL_TEMPLATE_FAILED',
      })
    }
  })
})
