import { expect, it } from 'vitest'
import { isTimeZone } from './time-zone.ts'

it('a time zone is one that has a name', () => {
  expect(['Europe/Paris', 'UTC', 'Asia/Kolkata'].every(isTimeZone)).toBe(true)
  expect(['', '+05:30', 'Mars/Olympus', 'Europe/Paris; drop'].some(isTimeZone)).toBe(false)
})
