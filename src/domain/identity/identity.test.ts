import { describe, expect, it } from 'vitest'
import { sayText } from '#server/kernel/words.ts'
import { emailOf, emailProblem, extractEmails, isEmail, mailboxOf } from './email.ts'
import { passwordProblems } from './password.ts'

describe('passwordProblems', () => {
  it.each<[string, string[]]>([
    ['Abcdefgh1!', []],
    ['', ['Password is required']],
    ['Abcdefg1!', ['Password must be at least 10 characters long']],
    ['abcdefgh1!', ['Password must include at least one uppercase letter']],
    ['ABCDEFGH1!', ['Password must include at least one lowercase letter']],
    ['Abcdefghi!', ['Password must include at least one number']],
    ['Abcdefghi1', ['Password must include at least one special character']],
    ['Éàbcdefgh1_', []],
    [`Aa1!${'x'.repeat(124)}`, []],
    [`Aa1!${'x'.repeat(125)}`, ['Password must be at most 128 characters long']],
  ])('%j', (password, problems) =>
    expect(passwordProblems(password).map(sayText)).toEqual(problems),
  )

  it('lists all that is missing at once, in order', () => {
    expect(passwordProblems('é').map(sayText)).toEqual([
      'Password must be at least 10 characters long',
      'Password must include at least one uppercase letter',
      'Password must include at least one number',
      'Password must include at least one special character',
    ])
  })
})

describe('e-mail', () => {
  it.each(['a@b.co', "o'neil+x@sub.example.com", 'A_B-c.d@xn--bcher-kva.example'])(
    'accepts %s',
    text => expect(emailProblem(text)).toBeUndefined(),
  )

  it.each([
    'a',
    'a@b',
    '@b.co',
    'a@b..co',
    'a@.co',
    'a..b@c.co',
    '.a@c.co',
    'a b@c.co',
    'a@b.co\nbcc:x@y.co',
    'a@-b.co',
    'a@b.c',
    `${'x'.repeat(65)}@b.co`,
    `a@${'b.'.repeat(130)}co`,
  ])('refuses %j', text => expect(emailProblem(text)?.text).toBe('identity.emails.invalid'))

  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['ada.byron@example.com', 'ada.byron@example.com'],
    ['ada+news+more@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
  ])('%s is a spelling of the mailbox %s', (email, mailbox) =>
    expect(mailboxOf(email)).toBe(mailbox),
  )

  it('is required', () => expect(emailProblem('  ')?.text).toBe('identity.emails.required'))

  it('answers at once however the text is made', () => {
    const started = performance.now()
    for (const text of ['a.'.repeat(50_000), `a@${'a-'.repeat(50_000)}`, 'a'.repeat(100_000)])
      expect(isEmail(text)).toBe(false)
    expect(performance.now() - started).toBeLessThan(200)
  })

  it('has one spelling, and none where something in it cannot be seen', () => {
    expect(emailOf(' A@B.co ')).toBe('a@b.co')
    // A Kelvin sign would become a k, and so somebody else's address.
    for (const none of ['', 'a@b', null, 5, ['a@b.co'], { email: 'a@b.co' }, '\u212A@b.co'])
      expect(emailOf(none)).toBeUndefined()
    for (const unseen of [
      '\0',
      '\u0001',
      '\u007f',
      '\u0085',
      '\u200b',
      '\u202e',
      '\ufeff',
      '\n',
      '\t',
    ])
      for (const text of [
        `a${unseen}@b.co`,
        `${unseen}a@b.co`,
        `a@b.co${unseen}`,
        `a@b${unseen}.co`,
      ])
        expect([text, emailOf(text), emailProblem(text)?.text]).toEqual([
          text,
          undefined,
          'identity.emails.invalid',
        ])
  })

  it('is found in free text, each once', () => {
    expect(
      extractEmails('To: Ann <ann@north.works>, BOB@x.co; ann@north.works.\nmailto:c@d.eu nobody@'),
    ).toEqual(['ann@north.works', 'bob@x.co', 'c@d.eu'])
  })
})
