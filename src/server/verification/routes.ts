/** What operators see of the check of everything that must always be true. */
import type { checks } from '#contract/checks.ts'
import { checkState } from '#domain/payments/check-state.ts'
import type { Handlers } from '../kernel/http.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { lastChecked } from '../payments/index.ts'
import { LAW_NAMES } from './check.ts'
import { countFailing, letWorkGo, listFailingWork, tryWorkAgain } from './failing-work.ts'

/** The handlers. To check now is what the job does every five minutes, and is asked for as often as one likes: one waits at a time. */
export const checkHandlers: Handlers<typeof checks> = {
  getChecks: (_input, ctx) => getChecks(ctx),
  checkNow: async (_input, ctx) => {
    await ctx.enqueue('check_invariants', {}, { job_key: 'check_invariants' })
    return {}
  },
  listFailingWork: (_input, ctx) => listFailingWork(ctx),
  tryWorkAgain: ({ body }, ctx) => tryWorkAgain(ctx, body),
  letWorkGo: ({ body }, ctx) => letWorkGo(ctx, body),
}

/** Every law with what the last check found of it, the broken ones first. */
async function getChecks(ctx: Ctx) {
  const last = await lastChecked(ctx.tx)
  const found = new Map(last.found.map(one => [one.name, one.violations]))
  const laws = LAW_NAMES.map(name => {
    const violations = found.get(name)
    return {
      name,
      text: say(`verification.laws.${name}`),
      holds: violations ? violations.length === 0 : null,
      violations: [...(violations ?? [])],
    }
  })
  const broken = laws.filter(({ holds }) => holds === false)
  return {
    state: checkState(last),
    checked_at: last.checked_at,
    minutes_ago: last.minutes_ago,
    broken: broken.length,
    failing: await countFailing(ctx),
    laws: [...broken, ...laws.filter(({ holds }) => holds !== false)],
  }
}
