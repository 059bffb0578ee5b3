import { describe, expect, it } from 'vitest'
import { NO_LINE, textOfLines, withPasted } from './off-cycle-line.ts'

let ids = 0
const paste = (
  lines: (typeof NO_LINE)[],
  field: 'email' | 'amount' | 'reference',
  text: string,
  at = 0,
) => withPasted(lines, { at, field }, text, () => `new-${++ids}`)
const ana = { ...NO_LINE, id: 'a', email: 'ana@x.test', name: 'Ana', currency: 'USD' }

describe('cells of a spreadsheet', () => {
  it('go down from where they are pasted, and add the lines that are not there', () => {
    const lines = paste([ana, { ...NO_LINE, id: 'b' }], 'amount', '10.00\tBonus\r\n20\tFee\r\n30\n')
    expect(lines.map(({ email, amount, reference }) => [email, amount, reference])).toEqual([
      ['ana@x.test', '10.00', 'Bonus'],
      ['', '20', 'Fee'],
      ['', '30', ''],
    ])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3)
    expect(lines[0]).toMatchObject({ name: 'Ana', currency: 'USD' })
  })

  it('of who is paid what are read with a head or without, with a currency and a name or without', () => {
    const three = 'email\tamount\treference\nben@x.test\t5\tBonus'
    expect(textOfLines(paste([NO_LINE], 'email', three))).toContain('ben@x.test,,5,,Bonus')
    const four = 'ben@x.test\t5\tEUR\tBonus'
    expect(textOfLines(paste([NO_LINE], 'email', four))).toContain('ben@x.test,,5,EUR,Bonus')
    const five = 'ben@x.test\t"Ben B."\t5\tEUR\tBonus\tand more'
    expect(textOfLines(paste([NO_LINE], 'email', five))).toContain('ben@x.test,Ben B.,5,EUR,Bonus')
  })

  it('that are empty leave what follows to whom it stands beside', () => {
    const lines = paste([ana, ana, ana], 'amount', '10\r\n\r\n30\r\n')
    expect(lines.map(({ amount }) => amount)).toEqual(['10', '', '30'])
    expect(paste([ana, ana], 'email', 'ben@x.test\t5\n\t\nben@x.test\t7\n\t\n')).toHaveLength(3)
  })

  it('that only begin like a head are none', () => {
    const references = paste([ana, ana], 'reference', 'Reference 4711\nReference 4712')
    expect(references.map(({ reference }) => reference)).toEqual([
      ...['Reference 4711', 'Reference 4712'],
    ])
    expect(paste([NO_LINE], 'email', 'email@x.test\nben@x.test')[0]?.email).toBe('email@x.test')
    expect(paste([NO_LINE], 'email', 'Adresse mail\tmontant\nben@x.test\t5')).toMatchObject([
      { email: 'ben@x.test', amount: '5' },
    ])
  })

  it('in quotes hold tabs, quotes and ends of lines', () => {
    const quoted = '"the ""big""\nbonus"\nFee "x"\n"open'
    const lines = paste([ana, ana, ana], 'reference', quoted)
    expect(lines.map(({ reference }) => reference)).toEqual([
      ...['the "big" bonus', 'Fee "x"', '"open'],
    ])
  })

  it('that name another person take that person’s name and currency away', () => {
    expect(paste([ana], 'email', 'ben@x.test\nana@x.test')[0]).toMatchObject({
      ...{ email: 'ben@x.test', name: '', currency: '' },
    })
    expect(paste([ana], 'email', 'ana@x.test\nben@x.test')[0]).toEqual(ana)
  })
})
