import { expect, it } from 'vitest'
import { mayResend } from './invitation-mails.ts'

it('an invitation is sent again at most once a minute', () => {
  const sent = '2026-11-01T10:00:00.000Z'
  expect(mayResend(sent, '2026-11-01T10:00:59.999Z')).toBe(false)
  expect(mayResend(sent, '2026-11-01T10:01:00.000Z')).toBe(true)
})
