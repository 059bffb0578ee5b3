import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { isPublicMail, slugDomain } from './employer-domain.ts'
import {
  INVITATION_STATUSES,
  type InvitationAction,
  type InvitationStatus,
  invitationMachine,
  linkExpiresAt,
} from './invitation.ts'
import {
  overdueBefore,
  reopensVerification,
  reviewBy,
  VERIFICATION_STATUSES,
  type VerificationAction,
  type VerificationStatus,
  verificationMachine,
} from './verification.ts'

const invitations: [InvitationStatus, InvitationAction, InvitationStatus][] = [
  ['INVITED', 'accept', 'ACCEPTED'],
  ['INVITED', 'reject', 'REJECTED'],
  ['INVITED', 'resend', 'INVITED'],
  ['ACCEPTED', 'offboard', 'OFFBOARDED'],
]
const verifications: [VerificationStatus, VerificationAction, VerificationStatus][] = [
  ['UNVERIFIED', 'submit', 'PENDING_REVIEW'],
  ['PENDING_REVIEW', 'verify', 'VERIFIED'],
  ['PENDING_REVIEW', 'reject', 'REJECTED'],
  ['VERIFIED', 'reject', 'REJECTED'],
  ['VERIFIED', 'change', 'PENDING_REVIEW'],
  ['VERIFIED', 'unverify', 'PENDING_REVIEW'],
  ['REJECTED', 'submit', 'PENDING_REVIEW'],
  ['REJECTED', 'verify', 'VERIFIED'],
]

describe('machines', () => {
  it('invitations move only as the table says', () => {
    for (const status of INVITATION_STATUSES)
      for (const action of ['accept', 'reject', 'resend', 'offboard'] as const)
        expect(invitationMachine.next(status, action)).toBe(
          invitations.find(([from, by]) => from === status && by === action)?.[2],
        )
  })

  it('verifications move only as the table says', () => {
    for (const status of VERIFICATION_STATUSES)
      for (const action of ['submit', 'verify', 'reject', 'change', 'unverify'] as const)
        expect(verificationMachine.next(status, action)).toBe(
          verifications.find(([from, by]) => from === status && by === action)?.[2],
        )
  })

  it('a review is overdue once the working day after its documents is over', () => {
    // Friday's documents are looked at by Monday.
    expect(reviewBy('2026-11-20')).toBe('2026-11-23')
    for (let at = 0; at < 14; at += 1) {
      const today = addDays('2026-11-16', at)
      for (let back = -1; back < 8; back += 1) {
        const day = addDays(today, -back)
        expect([today, day, day < overdueBefore(today)]).toEqual([
          today,
          day,
          reviewBy(day) < today,
        ])
      }
    }
  })

  it('a name, a country or an identity document reopens a verification; nothing else does', () => {
    const before = { legal_name: 'A B', country: 'CA', identity_documents: ['d1'] }
    expect(reopensVerification(before, { ...before })).toBe(false)
    expect(reopensVerification(before, { ...before, legal_name: 'A C' })).toBe(true)
    expect(reopensVerification(before, { ...before, country: 'US' })).toBe(true)
    expect(reopensVerification(before, { ...before, identity_documents: ['d2'] })).toBe(true)
    expect(reopensVerification(before, { ...before, identity_documents: [] })).toBe(true)
  })
})

describe('invitations', () => {
  const sent = '2026-11-01T10:00:00.000Z'

  it('links last thirty days', () => {
    expect(linkExpiresAt(sent)).toBe('2026-12-01T10:00:00.000Z')
  })
})

describe('slugDomain', () => {
  const free = () => false

  it('is the domain of the e-mail, but never that of a public provider', () => {
    expect(slugDomain('Ann@North.Works', 'North Works', free)).toBe('north.works')
    for (const host of ['gmail.com', 'GMAIL.com', 'yahoo.co.uk', 'hotmail.fr', 'web.de'])
      expect(isPublicMail(`a@${host}`)).toBe(true)
    expect(isPublicMail('a@yahoo-consulting.com')).toBe(false)
  })

  it('is a slug with the first free number for public mail', () => {
    const taken = new Set(['cafe-zoe-cie-1'])
    const name = '  Café Zoë & Cie! '
    expect(slugDomain('z@gmail.com', name, free)).toBe('cafe-zoe-cie-1')
    expect(slugDomain('z@gmail.com', name, domain => taken.has(domain))).toBe('cafe-zoe-cie-2')
    expect(slugDomain('z@gmail.com', null, free)).toBe('company-1')
    expect(slugDomain('z@gmail.com', '株式会社', free)).toBe('company-1')
    expect(slugDomain('z@gmail.com', 'x'.repeat(90), free)).toHaveLength(42)
    expect(slugDomain('z@gmail.com', `${'x'.repeat(39)} y`, free)).toBe(`${'x'.repeat(39)}-1`)
  })

  it('does not let a second person in by the domain alone', () => {
    expect(() => slugDomain('b@north.works', null, () => true)).toThrow(Problem)
    expect(() => slugDomain('b@north.works', null, () => true)).toThrow('companyKnown')
  })
})
