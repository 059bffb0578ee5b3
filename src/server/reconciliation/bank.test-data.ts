/** A company, two operators and one euro account of ours, on Thursday, 2026-11-26; and what tests of statements do there. */
import { expect } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenEmployer, givenOperator, type World } from '#test/harness/world.ts'
import { EURO_ACCOUNT, type Line, statementOf, type Told } from './statements.test-data.ts'

export type Stage = {
  readonly noor: Person
  readonly emeka: Person
  readonly employer: Person & { employer_uuid: string }
}

/** Makes it. */
export async function givenBank(first: World): Promise<Stage> {
  first.clock.set('2026-11-26T10:00:00Z')
  const noor = await givenOperator(first)
  const emeka = await givenOperator(first, 'emeka@corridor.test')
  const employer = await givenEmployer(first, noor)
  await confirmAccount(first, { noor, emeka }, EURO_ACCOUNT)
  return { noor, emeka, employer }
}

/** Lets a euro account be the one that companies pay to, in place of the one before. */
export async function confirmAccount(
  world: World,
  { noor, emeka }: Pick<Stage, 'noor' | 'emeka'>,
  iban: string,
): Promise<void> {
  const { proposals } = await call(world, noor, 'proposeFundingAccount', {
    body: {
      ...{ currency: 'EUR', account_name: 'Corridor', bank_name: 'Bank', bank_address: '' },
      ...{ iban, account_number: '', routing_number: '', swift_code: '' },
    },
  })
  const id = proposals[0]?.account_uuid ?? ''
  await call(world, emeka, 'confirmFundingAccount', { params: { id } })
}

/** What stands and is done there; `ours` is the reference of the company. */
export type AtTheBank = Stage &
  Pick<Copy<Stage>, 'world' | 'admin'> & {
    readonly bank: ReturnType<typeof atTheBank>
    readonly ours: string
  }

/** Gives each test all of it anew; after it every invariant holds. */
export function eachAtTheBank(take: (at: AtTheBank) => void): void {
  eachInACopy(givenBank, ({ world, admin, told }) =>
    take({
      ...{ ...told, world, admin },
      bank: atTheBank(world, told),
      ours: creditorReference(told.employer.employer_uuid),
    }),
  )
}

/** What people do there. */
export function atTheBank(world: World, { noor, emeka, employer }: Stage) {
  const differences = async (sort: 'age' | 'amount' = 'age') =>
    (await call(world, noor, 'listDifferences', { query: { limit: 50, sort } })).items
  const days = async () =>
    (await call(world, noor, 'listBankDays', { query: { currency: 'EUR', limit: 50 } })).items
  return {
    read: (...told: Told[]) =>
      call(world, noor, 'readBankStatement', { body: statementOf(...told) }),
    differences,
    kinds: async () =>
      (await differences()).map(({ kind, amount }): [string, number] => [
        kind,
        Number(amount.minor),
      ]),
    days,
    /** Books a CSV of ours, in which somebody wrote whose it is. */
    bookCsv: async (amount: string, reference: string, day: string) => {
      const { domain } = await call(world, employer, 'getEmployer')
      return call(world, noor, 'putBalances', {
        body: {
          file_name: 'wires.csv',
          bytes: Buffer.from(
            `employer_domain,currency,amount,reference,received_on\n${domain},EUR,${amount},${reference},${day}\n`,
          ),
        },
      })
    },
    approve: async (id = '', who = emeka) => {
      const { step } = await call(world, who, 'getApprovalStep', {
        params: { id },
        query: { limit: 50 },
      })
      return call(world, who, 'approveStep', { params: { id }, body: { digest: step.digest } })
    },
    explain: (subject: string, minor: bigint, words = 'Known to the bank.') =>
      call(world, noor, 'explainDifference', {
        body: { subject, amount_in_smallest_unit: minor, words },
      }),
    /** Every day is what the bank says less what the books say, and all of it is told why. */
    wellTold: async () => {
      for (const of of await days()) {
        const { bank, books, difference, only_bank, only_books, other_day, of_statements } = of
        expect(difference.minor).toBe(bank.minor - books.minor)
        expect(only_bank.minor - only_books.minor + other_day.minor + of_statements.minor).toBe(
          difference.minor,
        )
      }
      expect(await world.broken()).toEqual([])
    },
  }
}

export const monday = (lines: Line[] = [], opening = 0): Told => ({
  day: '2026-11-23',
  opening,
  lines,
})
export const tuesday = (lines: Line[], opening: number): Told => ({
  day: '2026-11-24',
  opening,
  lines,
})
export const wednesday = (lines: Line[], opening: number): Told => ({
  day: '2026-11-25',
  opening,
  lines,
})
