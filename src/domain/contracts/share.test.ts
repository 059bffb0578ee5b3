import { describe, expect, it } from 'vitest'
import { CONTRACT_STATUSES } from './contract.ts'
import { isShareable, shareState, unreadableEmails, viewersOf } from './share.ts'

describe('a share', () => {
  const expires_at = new Date('2026-03-16T10:00:00Z')
  const before = new Date('2026-03-16T09:59:59.999Z')

  it('is open until its instant, unless it was revoked or the contract discarded', () => {
    const open = { revoked_at: null, expires_at }
    expect(shareState(open, 'DRAFT', before)).toBe('OPEN')
    expect(shareState(open, 'DRAFT', expires_at)).toBe('EXPIRED')
    expect(shareState(open, 'DISCARDED', before)).toBe('DISCARDED')
    expect(shareState({ ...open, revoked_at: before }, 'DISCARDED', before)).toBe('REVOKED')
  })

  it('is of every contract with a document that was not discarded', () => {
    expect(CONTRACT_STATUSES.filter(status => !isShareable(status, true))).toEqual(['DISCARDED'])
    expect(CONTRACT_STATUSES.filter(status => isShareable(status, false))).toEqual([])
  })
})

describe('viewers', () => {
  it('are found in free text and in lists of it, each once', () => {
    const text = 'Ada <Ada@Bank.test>, mailto:bo@bank.test; ada@bank.test'
    expect(viewersOf(text)).toEqual(['ada@bank.test', 'bo@bank.test'])
    expect(viewersOf([text, '', 'cy@bank.test'])).toEqual([
      'ada@bank.test',
      'bo@bank.test',
      'cy@bank.test',
    ])
  })

  it('that are no addresses are named, and words that are meant as none are not', () => {
    expect(unreadableEmails('ada@bank, bo@bank.test and @cy')).toEqual(['ada@bank', '@cy'])
  })
})
