/** A company that pays people by batches, for tests of these. */
import type { z } from 'zod'
import type { batches } from '#contract/batches.ts'
import { call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { givenContractor, givenEmployer, givenOperator, type World } from '#test/harness/world.ts'

/** A company, and people who have joined it without a contract. */
export async function givenPayers(world: World, ...emails: string[]) {
  const operator = await givenOperator(world)
  const employer = await givenEmployer(world, operator)
  const paid: Person[] = []
  for (const email of emails) paid.push(await givenContractor(world, operator, email))
  for (const person of paid) await join(world, employer, person)
  return { operator, employer, paid }
}

/** Has somebody invited, who accepts. */
export async function join(world: World, employer: Person, person: Person): Promise<void> {
  const { email } = person
  await call(world, employer, 'inviteContractor', { body: { email, role: 'Courier' } })
  await acceptInvitation(world, person)
}

/** Somebody accepts the first invitation that waits for them. */
export async function acceptInvitation(world: World, person: Person): Promise<void> {
  const [invitation] = await call(world, person, 'listInvitations')
  const params = { id: invitation?.invitation_uuid ?? '' }
  await call(world, person, 'acceptInvitation', { params })
}

type Sent = z.output<(typeof batches)['submitPaymentBatch']['body']>

/** Sends a file in as a batch, to be paid on 2026-03-20; `more` says what else is wanted than that nothing is mended or left out. */
export function submitBatch(
  world: World,
  by: Person,
  text: string,
  { batch_uuid = newUuid(), ...more }: Partial<Sent> & { readonly batch_uuid?: string } = {},
) {
  const body: Sent = {
    ...{ text, mends: [], without: [], leave_out_wrong: false },
    ...{ file_name: 'payouts.csv', pay_date: '2026-03-20', words: '' },
    ...more,
  }
  return call(world, by, 'submitPaymentBatch', { params: { batch_uuid }, body })
}
