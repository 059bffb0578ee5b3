/** What tests of payments that are held, or go elsewhere, see and do of a cycle. */
import { expect } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { CycleStage, World } from '#test/harness/world.ts'

type Row = { currency: string; status: string; hold_reason: string | null; funded: boolean }

/** So many payments as `paymentsIn` lists them. */
export function all(status: string, hold_reason: string | null, funded: boolean, count = 2) {
  return Array.from({ length: count }, () =>
    expect.objectContaining({ status, hold_reason, funded }),
  )
}

/** The first contractor of a stage. */
export function first({ contractors }: CycleStage): Person {
  const [contractor] = contractors
  if (!contractor) throw new Error('the stage has a contractor')
  return contractor
}

/** The payments of a world that are not cancelled, their execution as its operators ask for it, and where contractors send theirs. */
export function paymentsIn({ world, admin }: { world: World; admin: Admin }) {
  return {
    payments: () =>
      admin.rows<Row>(
        "select currency, status, hold_reason, funded from payment where status <> 'CANCELLED' order by currency, payment_uuid",
      ),
    execute: async (operator: Person, pay_date = '2026-03-20') => {
      const ids = await admin.rows<{ id: string }>('select payment_uuid id from payment')
      const payment_uuids = ids.map(({ id }) => id)
      return call(world, operator, 'bulkExecute', { body: { pay_date, payment_uuids } })
    },
    /** By the order in which the destinations are listed, in hundredths of a percent. */
    setSplit: async (contractor: Person, shares: readonly number[]) => {
      const { destinations } = await call(world, contractor, 'getBanking')
      const body = shares.map((percentage, at) => ({
        identifier: destinations[at]?.destination_uuid ?? '',
        percentage,
      }))
      await call(world, contractor, 'putSetupPercentages', { body })
    },
  }
}
