/** One of each thing that machines of a company connect by. */
import { call, type Person } from '#db/seed/cast.ts'
import { tell } from '#server/integrations/index.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { World } from '#test/harness/world.ts'

/** What is told of an invitation that was accepted. */
export function answer() {
  return {
    ...{ invitation_uuid: newUuid(), status: 'ACCEPTED' },
    ...{ contractor_sub: 'someone', payments: [] },
  }
}

/** Gives a company a key, a webhook, and an event that is on its way. */
export async function connectMachines(
  world: World,
  owner: Person & { readonly employer_uuid: string },
): Promise<void> {
  await call(world, owner, 'makeApiKey', {
    body: { name: 'A test', scopes: ['events:read'], sandbox: false, days: 1, addresses: [] },
  })
  await call(world, owner, 'makeWebhook', {
    body: { url: 'http://127.0.0.1:9/', events: ['*'], sandbox: false },
  })
  const told = { employer_uuid: owner.employer_uuid, sandbox: false }
  await world.unit(ctx => tell(ctx, told, 'contractor.answered', [answer()]))
}

/** Sends a batch of payments in, with a row that is left out. */
export async function sendBatch(world: World, owner: Person): Promise<void> {
  await call(world, owner, 'submitPaymentBatch', {
    params: { batch_uuid: newUuid() },
    body: {
      text: 'email,amount,currency,reference\nana@example.test,5.00,USD,A1\nnobody,5.00,USD,A2',
      ...{ file_name: 'a.csv', pay_date: '2026-04-20', words: '', leave_out_wrong: true },
      ...{ mends: [], without: [] },
    },
  })
}
