import { describe, expect, it } from 'vitest'
import {
  type HoursLine,
  type HoursTarget,
  hoursByContent,
  hoursByHead,
  matchHours,
  readHours,
  wrongHours,
} from './hours-list.ts'

const SAID = 'payroll.hoursGrid.said'

describe('hours as spreadsheets write them', () => {
  it.each([
    ['80', 8000],
    ['77.5', 7750],
    ['77,50', 7750],
    [' 80 h ', 8000],
    ['80 hrs.', 8000],
    ['77:30', 7750],
    ['8:15:00', 825],
    ['0', 0],
    ['-4', -400],
    ['\u22124', -400],
    ['\uff18\uff10', 8000],
    ['77.350000000000009', 7735],
    ['77.50000', 7750],
  ])('%s is %i hundredths', (typed, hundredths) => {
    expect(readHours(typed)).toBe(hundredths)
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['eighty', 'number'],
    ['8e1', 'number'],
    ['80-90', 'number'],
    ['=80', 'number'],
    ['1,234', 'twoWays'],
    ['7.500', 'twoWays'],
    ['7.1234', 'decimals'],
    ['7:20', 'minutes'],
    ['7:60', 'number'],
  ])('%s is refused', (typed, key) => {
    expect(readHours(typed)).toMatchObject({ text: `${SAID}.${key}` })
  })

  it.each([
    [0, 'payroll.problems.greaterThanZero'],
    [-1, 'payroll.problems.greaterThanZero'],
    [1, undefined],
    [74_400, undefined],
    [74_401, 'payroll.problems.tooManyHours'],
  ])('%i hundredths', (hundredths, wrong) => {
    expect(wrongHours(hundredths)).toBe(wrong)
  })
})

describe('columns', () => {
  it.each([
    [
      ['E-Mail', 'Hours'],
      ['email', 'hours'],
    ],
    [
      ['Nom', 'Heures', 'Time'],
      ['name', 'hours', null],
    ],
    [['Hours'], ['hours']],
    [['Ada Lovelace', '80'], undefined],
  ])('with heads %j', (first, fields) => {
    expect(hoursByHead(first)).toEqual(fields)
  })

  it.each([
    [[['80'], ['77.5']], ['hours']],
    [[['none of it is a number']], ['hours']],
    [[['ada@x.test', '80']], ['email', 'hours']],
    [
      [
        ['Ada Lovelace', 'Engineer', '80'],
        ['Bo Li', 'Rater', 'x'],
        ['Cy Ng', 'Rater', '7'],
      ],
      ['name', 'role', 'hours'],
    ],
    [[['17', 'Ada', '80']], undefined],
    [[['Ada', 'Engineer']], undefined],
  ])('without heads %j', (rows, fields) => {
    expect(hoursByContent(rows)).toEqual(fields)
  })
})

const item = (id: string, more: Partial<HoursTarget> = {}): HoursTarget => ({
  line_item_uuid: id,
  email: `${id}@x.test`,
  name: `Name ${id}`,
  role: 'Engineer',
  status: 'PENDING_APPROVAL',
  back_pay: false,
  ...more,
})
const ada = { email: 'ada@x.test', name: 'Ada Lovelace' }
const items = [
  item('ada', ada),
  item('late', { ...ada, back_pay: true }),
  item('rater', { email: 'bo@x.test', name: 'Bo Li', role: 'Rater' }),
  item('cook', { email: 'bo@x.test', name: 'Bo Li', role: 'Cook' }),
  item('jo', { email: 'jo1@x.test', name: 'Jo Kim' }),
  item('jo2', { email: 'jo2@x.test', name: 'JO  KIM' }),
  item('gone', { email: 'eve@x.test', name: 'Eve', status: 'ARCHIVED' }),
  item('eve', { email: 'eve@x.test', name: 'Eve' }),
]
const row = (of: Partial<HoursLine>): HoursLine => ({
  ...{ line: 1, email: '', name: '', role: '', hours: '80' },
  ...of,
})

describe('whose pay a row means', () => {
  it.each([
    [{ email: 'ADA@x.test' }, 'ada'],
    [{ name: 'ada  lovelace' }, 'ada'],
    [{ name: 'Lovelace, Ada' }, 'ada'],
    [{ name: 'Bo Li', role: 'rater' }, 'rater'],
    [{ email: 'jo2@x.test', name: 'Jo Kim' }, 'jo2'],
    [{ name: 'Eve' }, 'eve'],
  ])('%j is %s', (of, id) => {
    expect(matchHours([row(of)], items)[0]?.found).toMatchObject({ line_item_uuid: id })
  })

  it.each([
    [{}, 'nobody'],
    [{ email: 'no@x.test' }, 'noEmail'],
    // An address that is none of the cycle's is not overruled by the name beside it.
    [{ email: 'no@x.test', name: 'Ada Lovelace' }, 'noEmail'],
    [{ name: 'Nobody' }, 'noName'],
    [{ name: 'Jo Kim' }, 'sameName'],
    [{ name: 'Bo Li' }, 'severalPays'],
    [{ name: 'Bo Li', role: 'Pilot' }, 'noRole'],
  ])('%j is refused as %s', (of, key) => {
    expect(matchHours([row(of)], items)[0]?.found).toMatchObject({ text: `${SAID}.${key}` })
  })

  it('of two rows for one pay the second is refused, and told of the first', () => {
    const rows = [row({ ...ada, line: 2 }), row({ email: ada.email, line: 9 })]
    expect(matchHours(rows, items)[1]?.found).toEqual({
      text: `${SAID}.twice`,
      params: { name: ada.name, line: 2 },
    })
  })
})
