/** Jobs that fail, by the functions through which operators may ask for them: the queue's own tables are the owner's. */
import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Work of one name that fails: `over` of `count` is tried no more, the rest at `next_at` at the earliest. */
export type FailingRow = {
  readonly name: string
  readonly count: number
  readonly over: number
  readonly since: Date
  readonly next_at: Date | null
  /** What the newest failure said. */
  readonly reason: string
}

/** Jobs that failed so often, by task; those that are tried no more also where they had fewer tries. One that runs at this moment is none. */
export async function failingJobs(tx: Tx, after_tries: number): Promise<FailingRow[]> {
  const { rows } = await sql<FailingRow>`
    select task as name, count(*)::int as count, (count(*) filter (where over))::int as over, min(since) as since,
        min(next_at) filter (where not over) as next_at, (array_agg(reason order by changed_at desc))[1] as reason
      from app.failing_jobs(${after_tries}) group by task order by min(since), task`.execute(tx)
  return rows
}

/** Has jobs of a task that fail tried at once, with all their tries; answers how many. One that runs at this moment is left alone. */
export async function tryJobsAgain(tx: Tx, task: string, after_tries: number): Promise<number> {
  const { rows } = await sql<{ tried: bigint }>`
    select app.try_jobs_again(${task}, ${after_tries}) as tried`.execute(tx)
  return Number(rows[0]?.tried ?? 0)
}

/** Takes jobs of a task that are tried no more out of the queue; answers which. */
export async function letJobsGo(tx: Tx, task: string): Promise<string[]> {
  const { rows } = await sql<{ job_id: bigint }>`
    select job_id from app.let_jobs_go(${task}) job_id order by job_id`.execute(tx)
  return rows.map(({ job_id }) => String(job_id))
}
