import { expect, it } from 'vitest'
import { shortRate } from './short-rate.ts'

it.each([
  ['42.222030386740331', '42.2220'],
  ['0.000006667901463', '0.00000666790'],
  ['1.1584', '1.1584'],
  ['15890.25', '15890.25'],
  ['1', '1'],
])('shows %s as %s', (rate, shown) => expect(shortRate(rate)).toBe(shown))
