/** A small world with one company that offers contracts, for the tests of what becomes of offers. */
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { smallWorld } from '../people/small-world.test-data.ts'

/** What a test of offers needs: the company, people who work with it, and each step from a draft to a signature. */
export async function offersWorld() {
  const world = await smallWorld()
  const employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
  const corporation_name = 'Northwind Robotics, Inc.'
  await world.call('putEmployerName', employer, { body: { corporation_name } })
  const policy_uuid = newUuid()
  // Who is verified may invite as many as the tests need.
  await world.unit(SYSTEM_ACTOR, async ({ tx, now }) => {
    await tx.updateTable('employer').set({ verification: 'VERIFIED' }).execute()
    await tx
      .insertInto('payroll_policy')
      .values({
        policy_uuid,
        employer_uuid: employer.employer_uuid,
        label: 'Biweekly, engineering',
        period_type: 'BI_WEEKLY',
        first_period_end_date: '2026-11-20',
        pay_date_rule: 'END_OF_PAY_PERIOD',
        holiday_policy: 'RESPECT',
        after_holiday: true,
        approved_at: now,
        created_at: now,
      })
      .execute()
  })
  let people = 0
  const work = async (person: Actor) => {
    const { invitation_uuid: id } = await world.call('inviteContractor', employer, {
      body: { email: person.email, role: 'Product designer' },
    })
    await world.call('acceptInvitation', person, { params: { id } })
    return person
  }
  const draft = async (person: Actor, more: object = {}) => {
    const id = newUuid()
    const terms = {
      contractor_sub: person.sub,
      effective_date: '2026-11-23',
      role: 'Product designer',
      pay_policy_uuid: policy_uuid,
      currency: 'CAD',
      contract_start_date: '2026-11-23',
      hourly_rate: { currency: 'CAD', amount_in_smallest_unit: 5800 },
      scheduled_hours: 80,
      exhibit_a: 'Designs the screens of the warehouse robots.',
    }
    await world.call('putContract', employer, { params: { id }, body: { ...terms, ...more } })
    return id
  }
  const approve = (id: string) =>
    world.call('approveContract', employer, {
      params: { id },
      body: {
        employer_signer_email: employer.email,
        employer_signer_name: 'Dana Whitfield',
        employer_signer_title: 'Owner',
      },
    })
  const read = (by: Actor, id: string) => world.call('getContractText', by, { params: { id } })
  return {
    world,
    employer,
    policy_uuid,
    work,
    draft,
    approve,
    read,
    /** A contractor who works with the employer. */
    colleague: async (name = 'Chloé Tremblay') =>
      work(await world.contractor(`person${++people}@example.test`, name)),
    /** A contract that waits for the contractor's signature. */
    offered: async (person: Actor, more: object = {}) => approve(await draft(person, more)),
    /** Reads and signs. */
    sign: async (by: Actor, id: string, name = by.name) => {
      const { pdf_sha256 } = await read(by, id)
      return world.call('signContract', by, { params: { id }, body: { name, pdf_sha256 } })
    },
    get: (by: Actor, id: string) => world.call('getContract', by, { params: { id } }),
    later: (minutes: number) =>
      world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000).toISOString()),
  }
}
