import { expect, it } from 'vitest'
import { dayAtFoot, numberAtFoot } from './passport-lines.ts'

it('spells what was entered as the example of ICAO 9303-4 does', () => {
  expect(numberAtFoot('L898902C3')).toBe('L898902C36')
  expect(dayAtFoot('2012-04-15')).toBe('1204159')
})

it('fills a short number, and takes one however it is written', () => {
  expect(numberAtFoot('d23145890')).toBe('D231458907')
  expect(numberAtFoot('AB 2134')).toBe('AB2134<<<5')
})

it('spells nothing of what no passport has', () => {
  for (const number of ['', '…2915', 'G0048291512', 'Ж123456']) {
    expect(numberAtFoot(number)).toBeUndefined()
  }
})
