/** Verification's door: what must always be true of a live database, and the job that halts payments when it is not. */
import type { Tx } from '../kernel/db.ts'
import { haltedSince, setHalted } from '../payments/index.ts'
import type { JobContext } from '../worker.ts'
import { invariants } from './invariants.store.ts'

export type Verdict = {
  readonly name: string
  readonly meaning: string
  readonly violations: readonly string[]
}

/** Checks every invariant in one snapshot; the transaction must see all tenants. */
export async function verifyInvariants(tx: Tx): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { name, meaning, violations } of invariants)
    verdicts.push({ name, meaning, violations: await violations(tx) })
  return verdicts
}

/** The job: halts all executing on a breach, and lets it go on once everything holds again. */
export async function checkInvariants(
  _payload: unknown,
  { kernel, unit }: JobContext,
): Promise<void> {
  await unit(async ctx => {
    const broken = (await verifyInvariants(ctx.tx)).filter(verdict => verdict.violations.length > 0)
    const halted = await haltedSince(ctx.tx)
    if (broken.length > 0)
      kernel.log.error({ broken }, 'an invariant does not hold: payments are halted')
    if (broken.length > 0 !== (halted !== null))
      await setHalted(ctx.tx, broken.length > 0 ? ctx.now.toISOString() : null)
  })
}
