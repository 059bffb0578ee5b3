import { describe, expect, it } from 'vitest'
import { transition } from '#domain/kernel/machine.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { sayText } from '#server/kernel/words.ts'
import {
  CONTRACT_KINDS,
  CONTRACT_STATUSES,
  type ContractAction,
  type ContractStatus,
  type ContractTerms,
  checkContractTerms,
  checkDraftTerms,
  contractMachine,
  noticeEnds,
  statusWord,
} from './contract.ts'

/** The design's sentence on contracts, written out as every pair that is allowed. */
const allowed: [ContractStatus, ContractAction, ContractStatus][] = [
  ['DRAFT', 'approve', 'AWAITING_SIGNATURE'],
  ['DRAFT', 'discard', 'DISCARDED'],
  ['AWAITING_SIGNATURE', 'sign', 'ACTIVE'],
  ['AWAITING_SIGNATURE', 'decline', 'REJECTED'],
  ['AWAITING_SIGNATURE', 'expire', 'EXPIRED'],
  ['AWAITING_SIGNATURE', 'discard', 'DISCARDED'],
  ['ACTIVE', 'complete', 'COMPLETED'],
  ['REJECTED', 'discard', 'DISCARDED'],
  ['EXPIRED', 'discard', 'DISCARDED'],
]
const actions = [...new Set(allowed.map(([, action]) => action))]
const pairs = CONTRACT_STATUSES.flatMap(status => actions.map(action => [status, action] as const))

it('a contract that was drawn up here asks for thirty days of notice', () => {
  expect(noticeEnds('CORRIDOR', '2026-11-28')).toBe('2026-12-28')
  expect(noticeEnds('OUTSIDE', '2026-11-28')).toBeNull()
})

describe('contractMachine', () => {
  it.each(pairs)('%s %s', (status, action) => {
    const expected = allowed.find(([from, by]) => from === status && by === action)?.[2]
    expect(contractMachine.next(status, action)).toBe(expected)
    if (!expected)
      expect(() => transition(contractMachine, 'contract', status, action)).toThrow(Problem)
  })
})

const terms: ContractTerms = {
  role: 'Product designer',
  effective_date: '2026-01-05',
  contract_start_date: '2026-01-05',
  contract_end_date: null,
  paid: true,
  pay_policy_uuid: 'p1',
  hourly_rate: { currency: 'USD', minor: 3350n },
  scheduled_hours_hundredths: 8000,
  exhibit_a: null,
}

describe('checkContractTerms', () => {
  const fields = (change: Partial<ContractTerms>) =>
    checkContractTerms({ ...terms, ...change }).map(field => field.loc.at(-1))

  it('accepts whole terms, and an unpaid contract without pay', () => {
    expect(fields({})).toEqual([])
    expect(fields({ contract_end_date: '2026-01-05' })).toEqual([])
    expect(
      fields({
        paid: false,
        pay_policy_uuid: null,
        hourly_rate: null,
        scheduled_hours_hundredths: null,
      }),
    ).toEqual([])
  })

  it.each<[string, Partial<ContractTerms>]>([
    ['role', { role: ' ' }],
    ['role', { role: 'x'.repeat(121) }],
    ['exhibit_a', { exhibit_a: 'x'.repeat(20_001) }],
    ['effective_date', { effective_date: '2026-02-30' }],
    ['contract_start_date', { contract_start_date: 'soon' }],
    ['contract_end_date', { contract_end_date: '2026-13-01' }],
    ['contract_end_date', { contract_start_date: '2026-02-02', contract_end_date: '2026-02-01' }],
    ['effective_date', { effective_date: '2026-02-02', contract_end_date: '2026-02-01' }],
    ['pay_policy_uuid', { pay_policy_uuid: null }],
    ['hourly_rate', { hourly_rate: null }],
    ['hourly_rate', { hourly_rate: { currency: 'USD', minor: 0n } }],
    ['scheduled_hours', { scheduled_hours_hundredths: 0 }],
    ['scheduled_hours', { scheduled_hours_hundredths: 1.5 }],
    ['scheduled_hours', { scheduled_hours_hundredths: 74_401 }],
    ['scheduled_hours', { scheduled_hours_hundredths: null }],
  ])('refuses a wrong %s', (field, change) => expect(fields(change)).toEqual([field]))

  it('takes a draft that lacks its pay, and no pay of an unpaid engagement', () => {
    const none = { pay_policy_uuid: null, hourly_rate: null, scheduled_hours_hundredths: null }
    expect(checkDraftTerms({ ...terms, ...none })).toEqual([])
    expect(fields({ paid: false })).toEqual(['pay_policy_uuid', 'hourly_rate', 'scheduled_hours'])
  })

  it('says the specified words for zero', () => {
    const [rate] = checkContractTerms({ ...terms, hourly_rate: { currency: 'USD', minor: 0n } })
    expect(rate && sayText(rate)).toBe('Value must be greater than 0')
  })
})

describe('the word for a status', () => {
  const words = CONTRACT_KINDS.flatMap(kind =>
    CONTRACT_STATUSES.map(status => `${kind} ${status}: ${statusWord(kind, status)}`),
  )

  it('is its own but for what waits and was signed elsewhere, which is confirmed', () => {
    expect(words).toEqual([
      'CORRIDOR DRAFT: DRAFT',
      'CORRIDOR AWAITING_SIGNATURE: AWAITING_SIGNATURE',
      'CORRIDOR ACTIVE: ACTIVE',
      'CORRIDOR COMPLETED: COMPLETED',
      'CORRIDOR REJECTED: REJECTED',
      'CORRIDOR EXPIRED: EXPIRED',
      'CORRIDOR DISCARDED: DISCARDED',
      'OUTSIDE DRAFT: DRAFT',
      'OUTSIDE AWAITING_SIGNATURE: AWAITING_CONFIRMATION',
      'OUTSIDE ACTIVE: ACTIVE',
      'OUTSIDE COMPLETED: COMPLETED',
      'OUTSIDE REJECTED: REJECTED',
      'OUTSIDE EXPIRED: EXPIRED',
      'OUTSIDE DISCARDED: DISCARDED',
    ])
  })
})
