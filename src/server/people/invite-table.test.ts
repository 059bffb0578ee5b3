import { expect, it } from 'vitest'
import { MAX_LIST_CHARACTERS } from '#contract/invite-list.ts'
import { heldMost, isMemoryCounted } from '#test/harness/held-most.ts'
import { countriesCalled } from '../reference/countries.ts'
import { columnsByContent, policiesKnown } from './invite-list.ts'
import { readInviteTable, rowsOfPeople } from './invite-table.ts'

const COLUMNS = 1_990
const head = `email${',x'.repeat(COLUMNS)}\n`
const beside = ','.repeat(COLUMNS)
const room = MAX_LIST_CHARACTERS - head.length - beside.length - 2

// It was a gigabyte, a row of two thousand cells for each of seventy thousand addresses, before they were counted.
it.runIf(isMemoryCounted).each([
  ['addresses in one cell of a wide row', `${head}"${'a@b '.repeat(room / 4)}"${beside}`],
  ['wide rows of as many addresses', `${'a@b,'.repeat(1_000)}${','.repeat(990)}\n`.repeat(60)],
])('a list of %s takes little memory before it is refused', async (_name, text) => {
  expect(text.length).toBeLessThanOrEqual(MAX_LIST_CHARACTERS)
  const held = await heldMost(() =>
    expect(() => {
      const table = readInviteTable(text)
      rowsOfPeople(table, table.heads?.fields ?? ['email'])
    }).toThrow(/listTooLong/),
  )
  expect(held).toBeLessThan(250)
})

it('a list of many columns is held against the names of policies that were folded once', () => {
  let folded = 0
  const policies = Array.from({ length: 50 }, (_, at) => ({
    uuid: String(at),
    get label() {
      folded += 1
      return `Policy ${at}`
    },
  }))
  const known = { countriesCalled, ...policiesKnown(policies), own_emails: new Set(['ann@x.test']) }
  const { rows } = readInviteTable('a,'.repeat(100).concat('Policy 7\n').repeat(20))
  expect(columnsByContent(rows, known).fields.at(-1)).toBe('pay_policy')
  expect(folded).toBeLessThanOrEqual(policies.length)
})
