import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName, tokensOf } from './fold-name.ts'
import { ASKED_FROM, alikeness, type ListEntry, type Subject, scoreOf } from './score.ts'

/** Invented, each of them. */
const person = (name: string, more: Partial<Subject> = {}): Subject => ({
  names: [name],
  is_person: true,
  birth_date: null,
  countries: [],
  registration_number: null,
  ...more,
})
const company = (name: string, more: Partial<Subject> = {}): Subject => ({
  ...person(name),
  is_person: false,
  ...more,
})
const listed = (names: string | readonly string[], more: Partial<ListEntry> = {}): ListEntry => ({
  entry_id: 'invented-1',
  kind: 'person',
  names: [names].flat().map(name => ({ name, weak: false })),
  birth_dates: [],
  countries: [],
  registration_numbers: [],
  topics: ['sanction'],
  programs: [],
  ...more,
})
const firm = (names: string | readonly string[], more: Partial<ListEntry> = {}) =>
  listed(names, { kind: 'organisation', ...more })

type Pair = readonly [why: string, subject: Subject, entry: ListEntry]

const ASKED: readonly Pair[] = [
  ['the same', person('Tobrin Vashkelo'), listed('Tobrin Vashkelo')],
  ['another order, comma and case', person('Tobrin Vashkelo'), listed('VASHKELO, Tobrin')],
  ['diacritics', person('Nicolas Pena Dvorak'), listed('Nicolás Peña Dvořák')],
  ['strokes', person('Soren Lodz'), listed('Søren Łódź')],
  ['an apostrophe', person("Mara O'Tessin"), listed('Mara OTessin')],
  ['a hyphen', person('Jean-Luc Morvane'), listed('Jean Luc Morvane')],
  ['a name written in one', person('Abdelkarim Zantori'), listed('Abdel Karim Zantori')],
  ['an initial', person('T. Vashkelo'), listed('Tobrin Vashkelo')],
  ['a middle name more', person('Mariana Isabel Salgreno'), listed('Mariana Salgreno')],
  ['two names less', person('Mariana Salgreno'), listed('Mariana Isabel Salgreno Ortuz')],
  ['a letter changed', person('Mohammed Kassiri'), listed('Mohamed Kassiri')],
  ['a spelling changed', person('Saddan Hussein Trell'), listed('Sadan Husein Trell')],
  [
    'Arabic, as the list has it',
    person('فاطمة الزهراء بنعلوي'),
    listed(['Fatima Benaloui', 'فاطمة الزهراء بنعلوي']),
  ],
  ['Arabic with its short vowels', person('فاطمة بنعلوي'), listed('فَاطِمَة بنعلوي')],
  [
    'Cyrillic, as the list has it',
    person('Юлій Шевчак'),
    listed(['Yuliy Shevchak', 'ШЕВЧАК Юлій']),
  ],
  [
    'the same birth date',
    person('Tobrin Vashkel', { birth_date: '1971-04-02' }),
    listed('Tobrin Vashkelo', { birth_dates: ['1971-04-02'] }),
  ],
  [
    'a year alone',
    person('Tobrin Vashkelo', { birth_date: '1971-04-02' }),
    listed('Tobrin Vashkelo', { birth_dates: ['1971'] }),
  ],
  [
    'another country alone',
    person('Tobrin Vashkelo', { countries: ['CA'] }),
    listed('Tobrin Vashkelo', { countries: ['XK'] }),
  ],
  // In what is typed: capital T, a, e, o, s and i of Cyrillic, O and v of Greek, A of Carian.
  [
    'letters of another script',
    person('\u0422\u043ebr\u0456n V\u0430\u0455hk\u0435l\u043e'),
    listed('VASHKELO, Tobrin'),
  ],
  ['one such letter in each part', person('T\u03bfbrin \u0474ashkelo'), listed('Tobrin Vashkelo')],
  [
    'capitals of another script',
    person('\u041a\u0410\u0422\u0415 \u041c\u041e\u0421\u0421'),
    listed('Kate Mocc'),
  ],
  ['Latin letters for Cyrillic', person('POCTOB MAKCEBET'), listed('Ростов Максевет')],
  ['a small L for an I', person('lrin lvashkelo'), listed('Irin IVASHKELO')],
  ['an r and an n for an m', person('Tornas Marnvek'), listed('Tomas Mamvek')],
  [
    'a company in letters of another script',
    company('Z\u0430rn\u043ev\u0430 Tr\u0430ding \u0406nc'),
    firm('Zarnova Trading Inc.'),
  ],
  ['a company, its form apart', company('Zarnova Trading LLC'), firm('ZARNOVA TRADING LTD.')],
  ['a company, its parts in another order', company('Trading Zarnova'), firm('Zarnova Trading Co')],
  [
    'a company by its number',
    company('Zarnova Tradings', { registration_number: 'ZN-4411' }),
    firm('Zarnova Trade', { registration_numbers: ['ZN 4411'] }),
  ],
]

const NOT_ASKED: readonly Pair[] = [
  ['another first name', person('Amara Vashkelo'), listed('Tobrin Vashkelo')],
  ['another family name', person('Tobrin Okafor'), listed('Tobrin Vashkelo')],
  ['a part of a name alone', person('Vashkelo'), listed('Tobrin Vashkelo')],
  ['short names that begin alike', person('Jon Kimmel'), listed('Kim Jong Un')],
  [
    'born in another time',
    person('Tobrin Vashkelo', { birth_date: '1999-01-01' }),
    listed('Tobrin Vashkelo', { birth_dates: ['1951-05-05'] }),
  ],
  [
    'two names less, and another country',
    person('Mariana Salgreno', { countries: ['CA'] }),
    listed('Mariana Isabel Salgreno Ortuz', { countries: ['XK'] }),
  ],
  ['Cyrillic that looks like little in Latin', person('Ирина Ростова'), listed('Marina Poctova')],
  ['a person and a company', person('Zarnova Trading'), firm('Zarnova Trading')],
  ['a company of the same trade', company('Belmora Trading LLC'), firm('Zarnova Trading LLC')],
  ['only the form in common', company('Belmora Ltd'), firm('Zarnova Ltd')],
  ['Cyrillic that no alias has', person('Юлій Шевчак'), listed('Yuliy Shevchak')],
  [
    'a weak alias with a part more',
    person('Tobrin Vashkelo'),
    listed([], { names: [{ name: 'Tobrin Vashkelo Dann Or', weak: true }] }),
  ],
]

const scored = ([, subject, entry]: Pair) => scoreOf(subject, entry)?.score ?? 0

describe('whom two people look at', () => {
  it.each(ASKED)('%s', (...pair) => {
    expect(scored(pair)).toBeGreaterThanOrEqual(ASKED_FROM)
  })
  it.each(NOT_ASKED)('not: %s', (...pair) => {
    expect(scored(pair)).toBeLessThan(ASKED_FROM)
  })

  it('adds up to its reasons, and says which fields agree', () => {
    const found = scoreOf(
      person('Mariana Salgreno', { birth_date: '1991-03-14', countries: ['MX'] }),
      listed('SALGRENO, Mariana', { birth_dates: ['1962'], countries: ['CO', 'MX'] }),
    )
    expect(found).toEqual({
      score: 82,
      name: 'SALGRENO, Mariana',
      reasons: [
        { field: 'name', agrees: 'same', points: 100 },
        { field: 'birth_date', agrees: 'differs', points: -22 },
        { field: 'country', agrees: 'same', points: 4 },
      ],
    })
  })
})

describe('names', () => {
  it('fold to the same whatever order and marks they are written with', () => {
    expect(foldName('  DVOŘÁK,\tNicolás ')).toBe('dvorak nicolas')
    expect(foldName('ｎｉｃｏｌａｓ Dvorak')).toBe('dvorak nicolas')
    expect(tokensOf('— . ,')).toEqual([])
  })

  it('are never more alike than the same, which they are to themselves in any order', () => {
    const name = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [a, b] = [one.join(' '), other.join(' ')]
        expect(alikeness(a, b, true)).toBeLessThanOrEqual(100)
        const turned = tokensOf(a).reverse().join(' ')
        if (turned !== '') expect(alikeness(a, turned, true)).toBe(100)
      }),
    )
  })
})
