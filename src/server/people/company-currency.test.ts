/** The currency of a company: what it is chosen from, what depends on it, and who meets the change halfway. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome, rounds } from '#test/harness/races.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let operator: Person
let serial = 0
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  operator = await givenOperator(world)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  expect(await world.checked(true)).toEqual([])
  await admin.close()
  await world.close()
})

function company() {
  serial += 1
  return givenEmployer(world, operator, `boss@currency${serial}.test`)
}
const choose = (who: Person, alpha_3: string) =>
  call(world, who, 'putEmployerCurrency', { params: { alpha_3 } })
const limit = (who: Person, currency: string | null) =>
  call(world, who, 'putApprovalLimit', {
    body: { amount: currency === null ? null : { currency, minor: 500_000n } },
  })

describe('the currency of a company', () => {
  it('is another from now on, and choosing it again changes nothing', async () => {
    const [who, other] = [await company(), await company()]
    expect(await choose(who, 'CAD')).toMatchObject({ currency: 'CAD' })
    expect(await choose(who, 'CAD')).toMatchObject({ currency: 'CAD' })
    expect(await call(world, other, 'getEmployer')).toMatchObject({ currency: 'USD' })
    const entries = await admin.rows(
      `select before, after from audit_entry where employer_uuid = $1 and action = 'choose_currency'`,
      [who.employer_uuid],
    )
    expect(entries).toEqual([{ before: { currency: 'USD' }, after: { currency: 'CAD' } }])
  })

  it.each(['BTC', 'XDR', 'ZZZ', 'KWD'])(
    'is not %s, in which no contract is made',
    async alpha_3 => {
      const who = await company()
      await expect(choose(who, alpha_3)).rejects.toMatchObject({
        code: 'VALIDATION',
        fields: [{ loc: ['path', 'alpha_3'] }],
      })
      expect(await call(world, who, 'getEmployer')).toMatchObject({ currency: 'USD' })
    },
  )

  it('stays while an approval limit counts in it, and says what comes first', async () => {
    const who = await company()
    await limit(who, 'USD')
    await expect(choose(who, 'CAD')).rejects.toMatchObject({
      code: 'CONFLICT',
      params: { limit: '5000.00 USD', currency: 'CAD' },
    })
    // The currency that it has is no change.
    expect(await outcome(choose(who, 'USD'))).toBe('done')
    await limit(who, null)
    await choose(who, 'CAD')
    expect(await outcome(limit(who, 'USD'))).toBe('VALIDATION')
    expect(await limit(who, 'CAD')).toMatchObject({
      currency: 'CAD',
      approval_limit: { currency: 'CAD', minor: 500_000n },
    })
  })

  it('never turns a limit that is set at the same moment into one of another currency', async () => {
    for (const _ of rounds) {
      const who = await company()
      const [chosen, set] = await Promise.all([
        outcome(choose(who, 'JPY')),
        outcome(limit(who, 'USD')),
      ])
      const { currency, approval_limit } = await call(world, who, 'getEmployer')
      if (chosen === 'done')
        expect([set, currency, approval_limit]).toEqual(['VALIDATION', 'JPY', null])
      else
        expect([chosen, set, currency, approval_limit]).toEqual([
          'CONFLICT',
          'done',
          'USD',
          { currency: 'USD', minor: 500_000n },
        ])
    }
  })
})
