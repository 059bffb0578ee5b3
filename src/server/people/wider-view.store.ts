import { sql } from 'kysely'
import { scopeOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'

/**
 * Runs `work` with the sight of our own jobs, then takes it back. For the few questions that the actor's own rows cannot
 * answer, such as which invitation a link belongs to; `work` must ask for nothing but what the actor may know.
 */
export async function seeingAll<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  await setRole(ctx, 'system')
  try {
    return await work()
  } finally {
    // In a transaction that already failed nothing more is seen, so that this may fail too.
    await setRole(ctx, scopeOf(ctx.actor).role).catch(() => {})
  }
}

/** Lets the rest of the transaction act for an employer that it has just made. */
export async function actFor(ctx: Ctx, employer_uuid: string): Promise<void> {
  await sql`select set_config('app.employer', ${employer_uuid}, true)`.execute(ctx.tx)
}

async function setRole(ctx: Ctx, role: string): Promise<void> {
  await sql`select set_config('app.role', ${role}, true)`.execute(ctx.tx)
}
