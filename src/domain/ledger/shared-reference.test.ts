import { describe, expect, it } from 'vitest'
import { freshOf, mayBeAmong, nameOf } from './shared-reference.ts'

const euros = (...sums: number[]) =>
  sums.map(sum => ({ currency: 'EUR', amount_minor: BigInt(sum), owner: null }))
const ofTwo = (sum: number) => euros(sum, sum).map((of, at) => ({ ...of, owner: `company ${at}` }))
const told = (...args: Parameters<typeof freshOf>) => {
  const found = freshOf(...args)
  return 'wrong' in found ? found.wrong : [...found.fresh]
}

describe('what is shown under one reference', () => {
  it.each([
    ['nothing is known of', euros(40), euros(), null, [0]],
    ['in parts, of which nothing is known', euros(40, 60), euros(), null, [0, 1]],
    ['alike and twice in one list', euros(25, 25), euros(), null, [0, 1]],
    ['that is known', euros(25), euros(25), null, []],
    ['that is known in parts, in any order', euros(60, 40), euros(40, 60), null, []],
    ['whole, of which the parts are known', euros(100), euros(40, 60), null, []],
    ['in parts, of which the whole is known', euros(40, 60), euros(100), null, []],
    ['of which more is known', euros(40), euros(40, 60), null, []],
    ['of which a part is known', euros(40, 60), euros(40), null, [1]],
    ['twice, of which one is known', euros(25, 25), euros(25), null, [1]],
    ['that is known with another sum', euros(30), euros(25), null, 'OTHERWISE'],
    ['twice, of two owners, of which one is known', ofTwo(25), euros(25), null, 'WHICH'],
    [
      'twice, of two owners, of which the second’s is known',
      ofTwo(25),
      ofTwo(25).slice(1),
      null,
      [0],
    ],
    ['twice, of two owners, both of which are known', ofTwo(25), ofTwo(25), null, []],
    [
      'three times, of two owners, of whom one of each is known',
      ...([[...ofTwo(25), ...ofTwo(25).slice(1)], ofTwo(25), null, [2]] as const),
    ],
    [
      'again by statements that show three, of two owners whose own are known',
      ...([ofTwo(25), ofTwo(25), euros(25, 25, 25), 'WHICH'] as const),
    ],
    ['twice, of two owners, of which nothing is known', ofTwo(25), euros(), null, [0, 1]],
    ['again by statements that show two', euros(25), euros(25), euros(25, 25), [0]],
    ['again by statements that show one', euros(25), euros(25), euros(25), []],
    ['by statements that show two, both known', euros(25), euros(25, 25), euros(25, 25), []],
    ['by statements that show another sum', euros(30), euros(25), euros(30), 'OTHERWISE'],
    ['by statements that show both sums', euros(30), euros(25), euros(25, 30), [0]],
  ])('%s', (_, shown, known, all, expected) => {
    expect(told(shown, known, all)).toEqual(expected)
  })

  it.each([
    ['with another sum', euros(30), euros(25), null, [0]],
    ['with another sum as well', euros(25, 30), euros(25), null, [1]],
    ['with the same sum', euros(25), euros(25, 30), null, []],
    ['by statements that show another sum', euros(30), euros(25), euros(30), [0]],
    ['by statements that show it again', euros(25), euros(25), euros(25, 25), [0]],
  ])('of a payer who writes it %s', (_, shown, known, all, expected) => {
    expect(told(shown, known, all, true)).toEqual(expected)
  })

  it('is another one where the currency is', () => {
    const dollars = [{ currency: 'USD', amount_minor: 25n, owner: null }]
    expect(told(dollars, euros(25), null)).toBe('OTHERWISE')
  })

  it('has a name for each', () => {
    expect([1, 2, 3].map(n => nameOf('B-1', n))).toEqual(['B-1', 'B-1 · 2', 'B-1 · 3'])
  })
})

describe('whether some of what is shown may be some of what is known', () => {
  const many = Array.from({ length: 40 }, () => 7)
  it.each([
    ['nothing is known', euros(40), euros(), false],
    ['the same is known', euros(40), euros(40), true],
    ['parts of it are known, among others', euros(100), euros(7, 40, 60), true],
    ['parts of one that is known are shown', euros(7, 40, 60), euros(100), true],
    ['parts are known in other parts', euros(150, 50), euros(90, 110), true],
    ['no parts come to the same', euros(40), euros(30, 30), false],
    ['it is one of many', euros(7, 900), euros(...many), true],
    ['it is all of many', euros(100, 180), euros(...many), true],
    ['it is neither', euros(15), euros(...many), false],
  ])('where %s', (_, shown, known, may) => {
    expect([mayBeAmong(shown, known), mayBeAmong(known, shown)]).toEqual([may, may])
  })
})
