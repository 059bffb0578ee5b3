/** What a rail may make nothing new of although it took it before: a payroll waits there in its turn, and a freeze or a halt may come meanwhile (decision 0078). */
import type { Stopped } from '../gateways/rails/rail.ts'
import type { Tx } from '../kernel/db.ts'
import { listFrozenAtRails } from './freeze.store.ts'
import { haltedSince } from './halt.store.ts'

/** All while payments are halted, and whatever is frozen. */
export async function stoppedNow(tx: Tx): Promise<Stopped> {
  return { all: (await haltedSince(tx)) !== null, attempts: await listFrozenAtRails(tx) }
}
