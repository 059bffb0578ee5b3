import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/world.ts'
import type { FilesStage } from '../payments/bank-files.test-data.ts'

/** Settles by hand what was sent and is not answered, and works off what follows. */
export async function settleRest(world: World, admin: Admin, due: FilesStage): Promise<void> {
  const rest = await admin.rows<{ id: string }>(
    "select payment_uuid id from payment where status = 'SENT'",
  )
  const body = { payment_uuids: rest.map(({ id }) => id), reference: 'BANK 1' }
  await call(world, due.operator, 'bulkSettle', { body })
  await world.byTheClock()
}

/** The pack of the cycle, as its operator downloads it. */
export async function packOf(world: World, { id, operator }: FilesStage): Promise<Blob> {
  const { cycle_uuid } = id
  const answer = (await call(world, operator, 'getEvidencePack', {
    params: { cycle_uuid },
  })) as unknown as FileInPieces
  const pieces: Buffer<ArrayBuffer>[] = []
  for await (const piece of answer.pieces) pieces.push(Buffer.from(piece))
  return new Blob(pieces)
}
