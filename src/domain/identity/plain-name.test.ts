import { describe, expect, it } from 'vitest'
import { looksLikeLink } from './plain-name.ts'

describe('a name', () => {
  it.each([
    'Northwind Robotics, Inc.',
    'Chloé Tremblay',
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    'St. John Smith-Jones',
    "Siobhán O'Neill",
    'Müller & Söhne GmbH & Co. KG',
    'Foo S.p.A.',
    'Bar Sp. z o.o.',
    'Baz S.A. de C.V.',
    'U.S. sales',
    'Ph.D. student',
    'B.Sc. graduate',
    'Vue.js developer',
    'Node.js/React engineer',
    'ASP.NET developer',
    '.NET developer',
    'C++ / C# engineer, level 2.0',
    'Designer (UI/UX)',
    'Head of R&D / Ops',
    '株式会社ノースウィンド',
    'شركة الشمال',
    'Ops @ night',
    'Release 1.2.3.4.5',
    'Since 12.05.2024',
    'Support 24/7: evenings',
  ])('may be %s', name => expect(looksLikeLink(name)).toBe(false))

  it.each([
    'http://evil.example/login',
    'Your account is locked. Visit http://evil.example/login now',
    'evil.example',
    'evil.example/login',
    'Visit evil.example.',
    'EVIL.EXAMPLE',
    'www.evil',
    'Visit www.evil.example now',
    'hxxps://evil',
    'ceo@bigbank.example',
    'mailto:a@b',
    'x.com',
    'bit.ly/abc',
    't.co/x',
    'sub.evil.co.uk',
    'evil.xn--p1ai',
    'почта.рф',
    'evil.\u200bexample',
    'evil\u2024example',
    'evil．example',
    'evil。example',
    'ａ@ｂ.ｃｏ',
    'Company of boss@northwind.test',
    '//evil.example:8080',
    'Visit 203.0.113.7 now',
    'Visit 203.0.113.7.',
  ])('may not be %j', name => expect(looksLikeLink(name)).toBe(true))

  it('is judged at once, however it is made', () => {
    for (const text of ['a.'.repeat(20_000), '-'.repeat(40_000), 'a@'.repeat(20_000)])
      looksLikeLink(text)
  })
})
