/** What tests of raises that were signed late share: a pay that is paid at the old rate, and what people do about it. */
import { call, type Person } from '#db/seed/cast.ts'
import { offer, sign } from '#test/harness/offers.ts'
import { type CycleStage, givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'

export type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

const page = { limit: 50 }

/** Executes all that is due on a pay date and marks it paid, on that day. */
export async function settle(
  world: World,
  { operator }: Pick<CycleStage, 'operator'>,
  pay_date: string,
): Promise<string[]> {
  world.clock.set(`${pay_date}T10:00:00Z`)
  const { payment_uuids } = await call(world, operator, 'getChecklist', { query: { pay_date } })
  const body = { pay_date, payment_uuids }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  await call(world, operator, 'bulkSettle', {
    body: { payment_uuids, reference: `MT940-${pay_date}` },
  })
  return payment_uuids
}

/** Offers and signs a revision of the stage's one contract, of the same policy if nothing else is said; answers its id. */
export async function revise(
  world: World,
  stage: CycleStage,
  effective_date: string,
  rate: bigint,
  policy_uuid = stage.id.policy_uuid,
): Promise<string> {
  const [contractor] = stage.contractors
  if (!contractor) throw new Error('the stage has a contractor')
  const terms = { effective_date, rate, policy_uuid }
  const offered = await offer(world, stage.employer, contractor, terms)
  await sign(world, offered)
  await passes(world)
  return offered.id
}

/** March 2 to 15 is paid at 42.50 on the 20th, and a raise to 65.00 is signed on the 21st, from the 9th on. */
export async function raisedOnce(world: World, effective_date = '2026-03-09') {
  const stage = await givenApprovableCycle(world)
  await givenDue(world, stage)
  const payment_uuids = await settle(world, stage, '2026-03-20')
  world.clock.set('2026-03-21T10:00:00Z')
  const second = await revise(world, stage, effective_date, 6500n)
  return { stage, boss: stage.employer, second, payment_uuids }
}

/** What time makes due happens, and what follows of it. */
export async function passes(world: World, to?: string): Promise<void> {
  if (to) world.clock.set(`${to}T10:00:00Z`)
  await world.byTheClock()
  await world.deliver()
}

/** All of a pay comes back from its bank, and is given back to the employer. */
export async function takeBack(
  world: World,
  operator: Person,
  payment_uuids: string[],
): Promise<void> {
  const mend = (action: 'return' | 'give_back', more: object = {}) =>
    call(world, operator, 'mendPayments', {
      body: { action, payment_uuids, words: '', reference: '', ...more },
    })
  await mend('return', { reason: 'ACCOUNT_CLOSED', words: 'Their bank wrote.' })
  await mend('give_back')
  await world.deliver()
}

/** What of each contract is owed: its revision, and each period's first and last day, hours, and rates. */
export async function owed(world: World, boss: Person): Promise<Map<number, string[]>> {
  const { items } = await call(world, boss, 'listUnpaidPeriods', { query: page })
  return new Map(
    items.map(of => [
      of.contract_revision,
      of.periods.map(({ start_date, end_date, hours, before, rate, amount }) =>
        [start_date, end_date, hours / 100, before?.minor, rate.minor, amount.minor].join(' '),
      ),
    ]),
  )
}

/** Adds what is owed of a contract to its next pay; answers the cycle. */
export async function add(world: World, boss: Person, contract_uuid: string): Promise<CycleId> {
  const { policy_uuid, cycle_uuid } = await call(world, boss, 'addUnpaidPeriods', {
    params: { contract_uuid },
  })
  return { policy_uuid, cycle_uuid }
}

/** The items of a cycle that are a part of its pay. */
export async function itemsOf(world: World, boss: Person, id: CycleId) {
  const { items } = await call(world, boss, 'getCycle', { params: id, query: page })
  return items.filter(({ status }) => status !== 'ARCHIVED' && status !== 'CANCELLED')
}
