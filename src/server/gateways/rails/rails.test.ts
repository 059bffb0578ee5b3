/** The rails that need nothing but themselves. */
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  camt,
  cpaReturns,
  nachaReturns,
  pain002,
} from '../bank-files/answers.test-data.ts'
import { ACCOUNTS, CPA, INTERAC, MAPPING, NACHA, PAIN } from '../bank-files/orders.test-data.ts'
import type { BankChannel, FileFacts } from './bank-channel.ts'
import { byHandRail } from './by-hand.ts'
import { fileRail, setupProblems } from './file.ts'
import { railContract, railOrder } from './rail-contract.test-data.ts'

const CUT_OFF = { time: '15:30', zone: 'America/Toronto' }
const FACTS: FileFacts = {
  number: 7,
  first_trace: 1,
  made_at: new Date('2026-11-24T14:30:00Z'),
  due_on: '2026-11-25',
}
const COMMON = { currency: 'CAD', cut_off: CUT_OFF, answers: MAPPING }
const CHANNELS = {
  cpa: { ...COMMON, format: 'CPA_005', setup: CPA },
  swift: { ...COMMON, format: 'PAIN_001_SWIFT', setup: PAIN },
  nacha: { ...COMMON, currency: 'USD', format: 'NACHA', setup: NACHA },
  interac: { ...COMMON, format: 'INTERAC_CSV', setup: { ...INTERAC, most_minor: 2_500_000 } },
} as const satisfies Record<string, BankChannel>
const rail = (channel: BankChannel) => fileRail(channel, FACTS, async () => [])

railContract('the one by hand', async () => byHandRail())
railContract('a file of AFT', async () => rail(CHANNELS.cpa))
railContract('a file of ISO 20022', async () => rail(CHANNELS.swift))

describe('a file', () => {
  it('keeps out what is no account, or none that the format pays, and says of each why', async () => {
    const [first, second, third] = [1, 2, 3].map(n => railOrder(n))
    if (!first?.payee || !second || !third) throw new Error('there are orders')
    const abroad = { ...first, payee: { ...first.payee, account: ACCOUNTS.british } }
    const prepared = await rail(CHANNELS.cpa).prepare([abroad, { ...second, payee: null }, third])
    expect(prepared.leaving.map(of => of.attempt_uuid)).toEqual([third.attempt_uuid])
    expect(prepared.totals).toEqual([{ currency: 'CAD', minor: 1_003n }])
    expect(prepared.refused.map(of => of.attempt_uuid).toSorted()).toEqual(
      [abroad.attempt_uuid, second.attempt_uuid].toSorted(),
    )
  })

  it('of nothing says what its set-up has wrong', () => {
    for (const channel of Object.values(CHANNELS)) expect(setupProblems(channel, FACTS)).toEqual([])
    const wrong = { ...CHANNELS.cpa, setup: { ...CPA, originator_id: 'x' } }
    expect(setupProblems(wrong, FACTS).map(({ field }) => field)).toEqual(['originator_id'])
  })

  it.each([
    [9_999, '9999'],
    [10_000, '0001'],
    [19_998, '9999'],
    [19_999, '0001'],
  ])('of AFT that is the %ith has the number %s', async (number, said) => {
    const order = railOrder(1)
    const { file, setup } = await fileRail(
      CHANNELS.cpa,
      { ...FACTS, number },
      async () => [],
    ).prepare([order])
    expect(setup).toEqual([])
    const numbers = new TextDecoder().decode(file ?? undefined).match(/^[ACZ].{9}.{10}(\d{4})/gm)
    expect(numbers?.map(line => line.slice(-4))).toEqual([said, said, said])
  })

  it.each([
    ['a status report', CHANNELS.swift, pain002([{ reference: 'A', minor: 5n, code: 'AC04' }])],
    [
      'a statement',
      CHANNELS.cpa,
      camt([{ reference: 'A', minor: 5n, code: '', direction: 'DBIT' }]),
    ],
    ['returned items', CHANNELS.cpa, cpaReturns([{ reference: 'A', minor: 5n, code: '905' }])],
    [
      'returned items of ACH',
      CHANNELS.nacha,
      nachaReturns([{ reference: '021000020000001', minor: 5n, code: 'R02' }]),
    ],
    [
      'the list of its bank',
      CHANNELS.interac,
      'x\nReference;Status;Amount;Currency;Date;Code\nA;Paid;0,05;CAD;25/11/2026;\n',
    ],
  ])('reads %s by what it looks like', async (_what, channel, text) => {
    expect(await rail(channel).read(bytesOf(text))).toMatchObject({
      content: { outcomes: [{ of: 'PAYMENT' }] },
    })
  })
})
