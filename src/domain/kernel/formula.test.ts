import { expect, it } from 'vitest'
import { defused } from './formula.ts'

it('escapes what a spreadsheet would run, and no amount', () => {
  for (const text of ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '－1'])
    expect(defused(text)).toBe(`'${text}`)
  for (const text of ['', 'Crew', '1-1', '-12.50', '-7', "'=1"]) expect(defused(text)).toBe(text)
})
