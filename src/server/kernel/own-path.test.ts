import { describe, expect, it } from 'vitest'
import { URL_TRICKS } from '#test/server/url-tricks.ts'
import { ownPath } from './own-path.ts'

const OWN = ['/', '/dashboard']

describe('a path of our own', () => {
  it.each([
    ...OWN,
    '/payroll?tab=run&next=https://x.test',
    '/a/b-c_d.e~f#part',
    '/join?token=x%20y',
  ])('%s is one', path => expect(ownPath(path)).toBe(path))

  it.each([
    ...URL_TRICKS.filter(trick => !OWN.includes(trick)),
    null,
    '/auth/login',
    '/auth',
    '/API/auth/token',
    '/api',
    '/a/../auth/login',
    '/a//b',
    '/a\\b',
    '/%2Fevil.test',
    '/%5Cevil.test',
    '/%0d%0aset-cookie:a',
    '/a b',
    '/a\u0000',
    '/ü',
  ])('%j is none', path => expect(ownPath(path)).toBeUndefined())
})
