import { describe, expect, it } from 'vitest'
import { BREACHED, isBreached, passwordHashing, passwordProblem } from './passwords.ts'

describe('new passwords', () => {
  it.each([
    'Password123!',
    'P@ssw0rd2024!',
    'Qwertyuiop1!',
    '!!Liverpool1',
    'Sunshine99!!',
    '1Q2w3e4r5t!',
  ])('refuses %s, which leaked in some spelling', password =>
    expect(passwordProblem(password)).toBe(BREACHED),
  )

  it.each([
    'Corridor-demo-2026!',
    'maple-Otter-41-lantern',
    `${'Long phrase of words 7! '.repeat(4)}`,
  ])('takes %s', password => expect(passwordProblem(password)).toBeUndefined())

  it('says first what the rules say', () => {
    expect(passwordProblem('password')).toEqual({ text: 'identity.passwords.short' })
    expect(isBreached('password')).toBe(true)
  })

  it('keeps passwords as argon2id and checks more than 64 characters of them', async () => {
    const long = `Aa1!${'x'.repeat(100)}`
    const hash = await passwordHashing.hash(long)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordHashing.verify({ hash, password: long })).toBe(true)
    expect(await passwordHashing.verify({ hash, password: `${long}y` })).toBe(false)
  })
})
