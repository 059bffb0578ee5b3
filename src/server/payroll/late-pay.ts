import type { Ctx } from '../kernel/unit-of-work.ts'
import { firstAnnounced } from '../ledger/index.ts'
import { findUnconfirmed } from '../payments/index.ts'
import { payStatesOf, toldOfCycle } from './cycle-pay-states.ts'
import { countUnfinished, listUnfinished } from './late-pay.report.store.ts'

/** So many cycles are told by themselves; of the others it is told how many they are. */
const MOST = 50
/** What is late by its company: the rest of what is late is counted by payments. */
const OF_COMPANIES = ['UNAPPROVED', 'SHORT', 'BLOCKED', 'COOLING'] as const

/**
 * Pay whose date has come and that waits for its approval or its money, is held or goes to a new account, the earliest first; and what was
 * sent and that nobody confirmed by the day of its arrival.
 */
export async function listLatePay(ctx: Ctx, most = MOST) {
  const rows = await listUnfinished(ctx.tx, { today: ctx.today, limit: most })
  const byEmployer = Map.groupBy(rows, row => row.employer_uuid)
  const [counted, announced, unconfirmed, ...judges] = await Promise.all([
    countUnfinished(ctx.tx, ctx.today),
    firstAnnounced(ctx.tx, [...byEmployer.keys()]),
    findUnconfirmed(ctx.tx, ctx.today),
    ...[...byEmployer].map(async ([id, own]) => [id, await payStatesOf(ctx, id, own)] as const),
  ])
  const judgeOf = new Map(judges)
  const cycles = rows.flatMap(({ employer_uuid, domain, ...row }) => {
    const judged = judgeOf.get(employer_uuid)?.(row)
    const employer = domain ?? employer_uuid
    const { pay_date } = row
    const states = judged
      ? toldOfCycle(ctx, judged.pay_states, {
          ...{ reader: 'OPERATOR', pay_date, shortage: judged.shortage, places: { employer } },
        })
      : []
    return states
      .filter(({ state, tone }) => tone === 'WRONG' && OF_COMPANIES.some(one => one === state))
      .map(pay_state => ({
        cycle_uuid: row.cycle_uuid,
        policy_label: row.policy_label,
        pay_date,
        company_name: row.company_name,
        employer,
        pay_state,
        announced_on:
          pay_state.state === 'SHORT'
            ? (announced.get(employer_uuid)?.toISOString().slice(0, 10) ?? null)
            : null,
      }))
  })
  const more = counted.cycles - rows.length
  return { cycles, more, companies_late: counted.companies_late, unconfirmed }
}
