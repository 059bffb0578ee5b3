/** What operators say about somebody who is like an entry of a list. */
import { Problem } from '#domain/kernel/problem.ts'
import {
  type HitAction,
  hitMachine,
  isOwnAnswer,
  needsWords,
} from '#domain/screening/screening-hit.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type HitState, lockHit, saveAnswer } from './hit.store.ts'
import { auditHits, letGo } from './screen-parties.ts'

export type HitAnswer = {
  readonly action: HitAction
  /** Of the hit as it was seen. */
  readonly version: number
  readonly words: string
}

/**
 * Keeps an answer, and lets go of payments where it was the last that they waited for. NOT_FOUND; VALIDATION without words;
 * SECOND_PERSON_NEEDED for the yes of who said that it is the same; STEP_CLOSED where it waits for no such answer, STEP_STALE where it
 * is not what was seen. The same answer again by the same person changes nothing.
 */
export async function decideHit(ctx: Ctx, hit_uuid: string, answer: HitAnswer): Promise<void> {
  const { action, version, words } = answer
  const hit = await lockHit(ctx.tx, hit_uuid)
  if (!hit) throw new Problem('NOT_FOUND', 'screening.problems.noSuchHit')
  if (isRepeated(hit, answer, ctx.actor.sub)) return
  if (needsWords(action) && words === '')
    throw new Problem('VALIDATION', 'screening.problems.words')
  const status = hitMachine.next(hit.status, action)
  if (!status) throw new Problem('STEP_CLOSED', 'screening.problems.notNow')
  if (isOwnAnswer(action, ctx.actor.sub, hit.claimed_by))
    throw new Problem('SECOND_PERSON_NEEDED', 'screening.problems.secondPerson')
  if (hit.version !== version) throw new Problem('STEP_STALE', 'screening.problems.changedSince')
  const claims = action === 'claim'
  const keepsClaim = action === 'confirm'
  const decides = action === 'clear' || action === 'confirm'
  await saveAnswer(ctx, hit_uuid, {
    status,
    claimed_by: claims ? ctx.actor.sub : keepsClaim ? hit.claimed_by : null,
    claimed_at: claims ? ctx.now : keepsClaim ? hit.claimed_at : null,
    decided_by: decides ? ctx.actor.sub : null,
    decided_at: decides ? ctx.now : null,
    words,
  })
  auditHits(ctx, action, [hit_uuid], { status, by: ctx.actor.sub })
  const { contractor_sub, employer_uuid } = hit
  const party = contractor_sub ?? employer_uuid ?? ''
  await letGo(ctx, [{ party, contractor_sub, employer_uuid }])
}

/** Whether this person said just this before, of the version that they name. */
function isRepeated(hit: HitState, { action, version }: HitAnswer, sub: string): boolean {
  if (hit.version !== version + 1) return false
  if (action === 'claim') return hit.status === 'CLAIMED' && hit.claimed_by === sub
  if (action === 'clear') return hit.status === 'CLEARED' && hit.decided_by === sub
  return action === 'confirm' && hit.status === 'CONFIRMED' && hit.decided_by === sub
}
