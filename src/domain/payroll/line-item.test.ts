import { describe, expect, it } from 'vitest'
import { transition } from '#domain/kernel/machine.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { say } from '#server/kernel/words.ts'
import {
  cycleStatus,
  LINE_ITEM_STATUSES,
  type LineItemAction,
  type LineItemStatus,
  lineItemMachine,
} from './line-item.ts'

/** The design's sentence on line items, written out as every pair that is allowed. */
const allowed: [LineItemStatus, LineItemAction, LineItemStatus][] = [
  ['PENDING_APPROVAL', 'approve', 'APPROVED'],
  ['PENDING_APPROVAL', 'archive', 'ARCHIVED'],
  ['PENDING_APPROVAL', 'cancel', 'CANCELLED'],
  ['APPROVED', 'unapprove', 'PENDING_APPROVAL'],
  ['APPROVED', 'archive', 'ARCHIVED'],
  ['APPROVED', 'cancel', 'CANCELLED'],
  ['APPROVED', 'settle', 'PAID'],
  ['ARCHIVED', 'unarchive', 'PENDING_APPROVAL'],
  ['PAID', 'unsettle', 'APPROVED'],
]
const actions = [...new Set(allowed.map(([, action]) => action))]
const pairs = LINE_ITEM_STATUSES.flatMap(status => actions.map(action => [status, action] as const))

describe('lineItemMachine', () => {
  it.each(pairs)('%s %s', (status, action) => {
    const expected = allowed.find(([from, by]) => from === status && by === action)?.[2]
    expect(lineItemMachine.next(status, action)).toBe(expected)
    if (!expected)
      expect(() => transition(lineItemMachine, 'line item', status, action)).toThrow(Problem)
  })
})

describe('cycleStatus', () => {
  const of = (...statuses: LineItemStatus[]) => cycleStatus(statuses)

  it('is that of the item with the most left to do', () => {
    expect(of('PAID', 'PENDING_APPROVAL', 'APPROVED')).toBe('PENDING_APPROVAL')
    expect(of('PAID', 'APPROVED', 'ARCHIVED')).toBe('APPROVED')
    expect(of('CANCELLED', 'PAID', 'ARCHIVED')).toBe('PAID')
    expect(of('CANCELLED', 'ARCHIVED')).toBe('ARCHIVED')
    expect(of('CANCELLED')).toBe('CANCELLED')
    expect(of()).toBe('EMPTY')
  })

  it('is labelled as the specification spells it', () => {
    expect(say('payroll.status.PENDING_APPROVAL')).toBe('Unnapproved pay')
  })
})
