/** What central banks publish, read as it is or refused. */
import { describe, expect, it } from 'vitest'
import { parseValet } from './bank-of-canada.ts'
import { parseEcb } from './ecb.ts'

const cubes = (inner: string) => `<Cube><Cube time='2026-03-20'>${inner}</Cube></Cube>`

describe('the file of the European Central Bank', () => {
  it('says units for a euro as of its day', () => {
    expect(parseEcb(cubes("<Cube currency='USD' rate='1.0857'/>"))).toEqual([
      {
        ...{ from_currency: 'EUR', to_currency: 'USD', rate: '1.0857', source: 'ECB' },
        as_of: '2026-03-20T15:00:00.000Z',
      },
    ])
  })

  it.each([
    ['nothing', ''],
    ['no day', "<Cube currency='USD' rate='1.0857'/>"],
    ['no rate', cubes('')],
    [
      'a day that is none',
      cubes("<Cube currency='USD' rate='1.0857'/>").replace('2026-03-20', '2026-02-30'),
    ],
    ['words', cubes("<Cube currency='USD' rate='N/A'/>")],
  ])('is refused with %s', (_case, xml) => {
    expect(() => parseEcb(xml)).toThrow('no rates')
  })
})

describe('a rate that is none', () => {
  it.each(['0', '0.0000', '1.1234567890123456', '1234567890123456'])(
    'such as %s is passed over, and the others are kept',
    rate => {
      const others = "<Cube currency='JPY' rate='177.89'/>"
      const rates = parseEcb(cubes(`<Cube currency='USD' rate='${rate}'/>${others}`))
      expect(rates.map(of => of.to_currency)).toEqual(['JPY'])
      expect(() => parseEcb(cubes(`<Cube currency='USD' rate='${rate}'/>`))).toThrow('no rates')
    },
  )
})

describe('the answer of the Bank of Canada', () => {
  const answer = (...observations: object[]) => JSON.stringify({ observations })

  it('says Canadian dollars for a unit as of its day', () => {
    const rates = parseValet(
      answer({ d: '2026-03-20', FXUSDCAD: { v: '1.3721' }, FXINRCAD: { v: '0.01601' } }),
    )
    expect(rates.map(of => [of.from_currency, of.to_currency, of.rate])).toEqual([
      ['USD', 'CAD', '1.3721'],
      ['INR', 'CAD', '0.01601'],
    ])
    expect(rates[0]).toMatchObject({ source: 'Bank of Canada', as_of: '2026-03-20T20:30:00.000Z' })
  })

  it('passes over what is no positive rate or another series', () => {
    const rates = parseValet(
      answer({
        d: '2026-03-20',
        ...{ FXUSDCAD: { v: '1.3721' }, FXEURCAD: { v: '' }, FXJPYCAD: { v: '0.0' } },
        ...{ FXCADUSD: { v: '0.72' }, FXGBPCAD: {}, OTHER: 1 },
      }),
    )
    expect(rates.map(of => of.from_currency)).toEqual(['USD'])
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['no day', answer({ FXUSDCAD: { v: '1.3721' } })],
    ['a day that is none', answer({ d: '2026-02-30', FXUSDCAD: { v: '1.3721' } })],
    ['no observation', answer()],
    ['no rate', answer({ d: '2026-03-20' })],
  ])('is refused with %s', (_case, text) => {
    expect(() => parseValet(text)).toThrow('no rates')
  })
})
