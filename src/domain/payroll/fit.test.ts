import { describe, expect, it } from 'vitest'
import { sayText } from '#server/kernel/words.ts'
import { decideFit, type FitContract, type FitItem } from './fit.ts'

// Monday to the second Friday: ten business days.
const period = { start_date: '2026-03-02', end_date: '2026-03-13' }
const contract = (change: Partial<FitContract> = {}): FitContract => ({
  contract_uuid: 'c1',
  contractor_sub: 's1',
  role: 'Engineer',
  currency: 'USD',
  hourly_rate_minor: 5000n,
  scheduled_hours_hundredths: 8000,
  contract_start_date: '2026-01-01',
  contract_end_date: null,
  ...change,
})
const days = (first: number, last: number) => ({
  first: `2026-03-${String(first).padStart(2, '0')}`,
  last: `2026-03-${String(last).padStart(2, '0')}`,
})
const item = (change: Partial<FitItem> = {}): FitItem => ({
  line_item_uuid: 'i1',
  contract_uuid: 'c1',
  contractor_sub: 's1',
  role: 'Engineer',
  earned: days(2, 13),
  flexible: true,
  hours_hundredths: 8000,
  ...change,
})
/** The decision in short: who gets which days, how many hours, and what is archived. */
const decided = (contracts: FitContract[], items: FitItem[]) => {
  const { insert, change, archive } = decideFit(period, contracts, items, () => false)
  const said = ({ earned, hours_hundredths }: (typeof change)[number]['share']) =>
    `${earned.first.slice(8)}-${earned.last.slice(8)} ${hours_hundredths / 100}`
  return [
    ...insert.map(one => `insert ${one.contract.contract_uuid} ${said(one.share)}`),
    ...change.map(one => `change ${one.line_item_uuid} ${said(one.share)}`),
    ...archive.map(id => `archive ${id}`),
  ]
}
const raise = contract({ contract_uuid: 'c2', contract_start_date: '2026-03-09' })
const old = contract({ contract_end_date: '2026-03-08' })
const approved = { flexible: false }

describe('fitting an open cycle', () => {
  it.each<[string, FitContract[], FitItem[], string[]]>([
    ['a new cycle gets an item for each contract', [contract()], [], ['insert c1 02-13 80']],
    ['nothing is decided twice', [contract()], [item()], []],
    ['a contract that begins inside is prorated', [raise], [], ['insert c2 09-13 40']],
    [
      'a revision shortens what waits and gets the rest',
      [old, raise],
      [item()],
      ['insert c2 09-13 40', 'change i1 02-08 40'],
    ],
    ['what is approved keeps its days', [old, raise], [item(approved)], []],
    [
      'days that an approved part leaves go to the revision',
      [old, raise],
      [item({ ...approved, earned: days(2, 11) })],
      ['insert c2 12-13 16'],
    ],
    [
      'another role has days of its own',
      [contract(), contract({ contract_uuid: 'c3', role: 'Reviewer' })],
      [item(approved)],
      ['insert c3 02-13 80'],
    ],
    [
      'a role is the same in capitals and with spaces',
      [contract({ contract_uuid: 'c3', role: ' ENGINEER ' })],
      [item(approved)],
      [],
    ],
    [
      'a role is the same where a word in capitals has another last letter',
      [contract({ contract_uuid: 'c3', role: 'οδηγοσ' })],
      [item({ ...approved, role: 'ΟΔΗΓΟΣ' })],
      [],
    ],
    [
      'another person has days of their own',
      [contract({ contract_uuid: 'c3', contractor_sub: 's2' })],
      [item(approved)],
      ['insert c3 02-13 80'],
    ],
    [
      'days that another cycle pays are not paid here',
      [contract()],
      [item({ ...approved, contract_uuid: null, earned: days(1, 6) })],
      ['insert c1 07-13 40'],
    ],
    [
      'of days that are split the longest run is taken',
      [contract()],
      [item({ ...approved, contract_uuid: null, earned: days(4, 5) })],
      ['insert c1 06-13 48'],
    ],
    ['an archived item is not made again', [contract()], [item({ ...approved, earned: null })], []],
    ['what waits for a contract that left is archived', [], [item()], ['archive i1']],
    ['what was edited stays when its contract left', [], [item(approved)], []],
    [
      'an item that lost every day is archived',
      [contract()],
      [item(), item({ ...approved, line_item_uuid: 'i9', contract_uuid: null })],
      ['archive i1'],
    ],
    [
      'a contract of a weekend alone earns nothing',
      [contract({ contract_start_date: '2026-03-07', contract_end_date: '2026-03-08' })],
      [],
      [],
    ],
    [
      'what rounds to nothing is not made',
      [contract({ hourly_rate_minor: 1n, scheduled_hours_hundredths: 10 })],
      [],
      [],
    ],
  ])('%s', (_law, contracts, items, expected) => {
    expect(decided(contracts, items)).toEqual(expected)
  })

  it('says how a share came about, and nothing of a whole period', () => {
    const { insert } = decideFit(
      period,
      [raise, contract({ contractor_sub: 's2' })],
      [],
      () => false,
    )
    expect(insert.map(({ share }) => share.proration && sayText(share.proration))).toEqual([
      '40.00 of 80.00 hours, for 5 of 10 business days: its days begin on March 9, 2026.',
      null,
    ])
  })
})
