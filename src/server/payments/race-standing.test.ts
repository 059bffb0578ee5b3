/** Somebody is suspended while they are paid: what is handed to a rail later does not leave, and what left is what the rail has. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { heavy } from '#test/harness/heavy.ts'
import { outcome } from '#test/harness/races.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
eachInACopy(
  story => givenDuePayments(story, 3),
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
  },
)

const WHO = ['contractors', 'employers'] as const
const ROUNDS = heavy(2, 500)

async function change(of: (typeof WHO)[number], operation: 'suspend' | 'reinstate') {
  const sub = of === 'employers' ? due.employer.employer_uuid : (due.contractors[0]?.sub ?? '')
  const params = { userTypes: of, sub, operation }
  return call(world, due.operator, 'changeStanding', { params, body: { reason: 'Fraud?' } })
}

async function begun(): Promise<string> {
  const { execution_uuid } = await call(world, due.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids: due.payment_uuids },
  })
  return execution_uuid ?? ''
}

/** How many payments stand where, of those whose party was suspended and of the others. */
async function standing(of: (typeof WHO)[number]) {
  const rows = await admin.rows<{ own: boolean; status: string; left: boolean; n: number }>(
    `select ($1 = 'employers' or p.contractor_sub = $2) own, p.status, t.attempt_uuid is not null "left", count(*)::int n
      from payment p left join simulated_rail.transfer t on t.attempt_uuid = p.attempt_uuid and t.accepted
      group by 1, 2, 3 order by 1 desc, 2, 3`,
    [of, due.contractors[0]?.sub],
  )
  return rows
}

describe.each(WHO)('who is suspended among %s', of => {
  it('after an execution was asked for, and before anything was handed over, is not paid', async () => {
    const execution = await begun()
    await change(of, 'suspend')
    await world.execute(execution)
    const rows = await standing(of)
    const own = rows.filter(row => row.own)
    expect(own).toEqual([
      { own: true, status: 'FAILED', left: false, n: of === 'employers' ? 6 : 2 },
    ])
    expect(rows.filter(row => !row.own && row.status !== 'SENT')).toEqual([])
  })

  it.each(Array.from({ length: ROUNDS }, (_, n) => n))(
    'at the moment of the handing over is paid or not, and the books say which (%i)',
    async () => {
      const execution = await begun()
      const [changed] = await Promise.all([
        outcome(change(of, 'suspend')),
        world.execute(execution),
      ])
      expect(changed).toBe('done')
      for (const { status, left } of await standing(of))
        expect([status, left]).toEqual(left ? ['SENT', true] : ['FAILED', false])
      // What had not left is paid once they are reinstated, by an attempt of its own.
      await change(of, 'reinstate')
      const failed = await admin.rows<{ id: string }>(
        "select payment_uuid id from payment where status = 'FAILED'",
      )
      for (const { id } of failed)
        await call(world, due.operator, 'retryPayment', { params: { id } })
      const payment_uuids = failed.map(({ id }) => id)
      if (payment_uuids.length > 0) {
        const again = await call(world, due.operator, 'bulkExecute', {
          body: { pay_date: '2026-03-20', payment_uuids },
        })
        await world.execute(again.execution_uuid ?? '')
      }
      const rows = await admin.rows(
        'select count(*)::int n, count(distinct payment_uuid)::int paid from simulated_rail.transfer t join payment_attempt a using (attempt_uuid) where t.accepted',
      )
      expect(rows).toEqual([{ n: 6, paid: 6 }])
    },
  )
})
