/** Verification's door: what must always be true of a live database, and the job that halts payments when it is not. */
import { isHalted, noteChecked, resumeExecutions, setHalted } from '../payments/index.ts'
import type { Job } from '../worker.ts'
import { type CheckDeps, check } from './check.ts'

export { type Anchors, fileAnchors, memoryAnchors } from './anchors.ts'
export { type CheckDeps, check, type Verdict, verifyInvariants } from './check.ts'
export { checkHandlers } from './routes.ts'

/**
 * The job: checks what came since it last held (the whole past with `all`), halts all executing on a breach, and lets it go on once
 * everything holds again.
 */
export function checkJob(deps: CheckDeps): Job {
  return async (payload, { kernel, unit }) => {
    const verdicts = await check(deps, { all: payload.all === true, keep: true })
    const broken = verdicts.filter(verdict => verdict.violations.length > 0)
    if (broken.length > 0)
      kernel.log.error({ broken }, 'an invariant does not hold: payments are halted')
    await unit(async ctx => {
      await noteChecked(ctx.tx, verdicts)
      if (broken.length > 0 === (await isHalted(ctx.tx))) return
      await setHalted(ctx.tx, broken.length > 0 ? ctx.now.toISOString() : null)
      ctx.audit({
        action: broken.length > 0 ? 'halt' : 'resume',
        entity: 'execution',
        entity_uuids: broken.length > 0 ? broken.map(verdict => verdict.name) : ['all'],
        employer_uuid: null,
      })
      // What stood still in the middle goes on.
      if (broken.length === 0) await resumeExecutions(ctx, 0)
    })
  }
}
