/** What is shown before an approval is what the approval then does, to the byte; and to look writes nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalOf, call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 3)
  const [euros, crumbs] = stage.contractors
  if (!euros || !crumbs) throw new Error('the stage has three contractors')
  await call(world, euros, 'putBankingInformation', {
    body: {
      account_name: 'Amara Okafor',
      currency: 'EUR',
      iban: 'DE89370400440532013000',
      account_number: '',
      swift_code: 'COBADEFFXXX',
    },
  })
  await splitWithBitcoin(euros, [1_500, 1_500, 3_333, 3_667])
  await splitWithBitcoin(crumbs, [5_000, 3_000, 2_000])
  // Of 42 cents Bitcoin's part is too small to be sent by itself.
  const item = (await look()).items.find(of => of.contractor_sub === crumbs.sub)
  await edit(1, item?.line_item_uuid)
  await fund(world, stage, '20000.00')
  world.clock.set('2026-03-19T10:00:00Z')
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const look = () =>
  call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 50 } })
const inDollars = async () =>
  (await call(world, stage.employer, 'getEmployerBalances')).balances.find(
    of => of.currency === 'USD',
  )
/** Amounts are whole numbers of any size. */
const bytes = (value: unknown) =>
  JSON.stringify(value, (_, of) => (typeof of === 'bigint' ? `${of}` : of))
const edit = async (hours = 7000, line_item_uuid?: string) =>
  call(world, stage.employer, 'editLineItem', {
    params: {
      ...stage.id,
      line_item_uuid: line_item_uuid ?? (await look()).items[0]?.line_item_uuid ?? '',
    },
    body: { hours },
  })

/** From now on who writes a row of any table is refused, until what this answers is called. */
async function forbidWrites(): Promise<() => Promise<void>> {
  await admin.rows(`
    create function no_row_is_written() returns trigger language plpgsql as $$
      begin raise exception 'a row of % was written', tg_table_name; end $$`)
  const tables = await admin.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) "name" from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables)
    await admin.rows(
      `create trigger no_row before insert or update or delete on ${name} for each row execute function no_row_is_written()`,
    )
  return async () => {
    await admin.rows('drop function no_row_is_written() cascade')
  }
}

async function splitWithBitcoin(contractor: Person, shares: readonly number[]): Promise<void> {
  const { destinations } = await call(world, contractor, 'putCryptoWallet', {
    body: {
      currency: 'BTC',
      blockchain: 'bitcoin',
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    },
  })
  await call(world, contractor, 'putSetupPercentages', {
    body: destinations.map(({ destination_uuid }, n) => ({
      identifier: destination_uuid,
      percentage: shares[n] ?? 0,
    })),
  })
}

describe('the look before an approval', () => {
  it('writes nothing', async () => {
    await look()
    const allow = await forbidWrites()
    const first = await look()
    const second = await look()
    // What does write is seen by this.
    await expect(edit()).rejects.toThrow(/was written/)
    await allow()
    expect(bytes(second)).toBe(bytes(first))
  })

  it('shows what the approval does: each part, its rate, its day and the money that it takes', async () => {
    const before = await look()
    const own = before.preview.coverage.find(of => of.currency === 'USD')
    expect(before.items.flatMap(item => item.parts.flatMap(part => part.note ?? []))).toHaveLength(
      1,
    )
    const body = await approvalOf(world, stage.employer, stage.id)
    await call(world, stage.employer, 'approveCycle', { params: stage.id, body })
    const after = await look()
    // Only what was approved has an id and a status, and says what is simulated.
    const parts = ({ items }: typeof before) =>
      bytes(
        items.map(({ line_item_uuid, amount, parts: of }) => [
          line_item_uuid,
          amount,
          of.map(({ payment_uuid, status, simulated, ...part }) => part),
        ]),
      )
    expect(parts(after)).toBe(parts(before))
    expect(await inDollars()).toMatchObject({
      available: own?.after,
      reserved: own?.need,
      short: 0n,
    })
  })
})
