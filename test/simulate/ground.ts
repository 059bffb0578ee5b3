/**
 * What the seeds of a process are walked on, one after the other: one database, with connections that stay and have planned what they are asked. The cast
 * is told there once, and where many seeds begin once for them; what a seed wrote is taken away behind it (test/harness/shelf.ts).
 */
import type { Database } from '#server/kernel/db.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { type Lease, takeDatabase } from '#test/harness/shelf.ts'
import { armed } from './faults.ts'

export type Ground = {
  readonly databaseUrl: string
  /** They strike whoever works under a fault, and outlive the seed. */
  readonly pools: Database
  readonly admin: Admin
}

/** Who acts in every seed, and where a seed begins: the same for all of one number. */
export type Story<C, B> = {
  /** As many as are of use at once: another connection would plan every statement anew. */
  readonly connections: number
  tellCast(ground: Ground): Promise<C>
  begin(ground: Ground, cast: C, beginning: number): Promise<B>
  beginningOf(seed: number): number
}

export type Grounds<B> = {
  /** Walks a seed from its beginning. */
  walk<T>(seed: number, walk: (ground: Ground, begun: B) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Laid<C, B> = {
  readonly lease: Lease
  readonly ground: Ground
  readonly cast: C
  begun?: { readonly beginning: number; readonly told: B } | undefined
  uses: number
}

/** Every seed leaves dead rows behind. */
const MOST_USES = 100
/** Of the database. */
const CAST = 1
const BEGUN = 2

/** Grounds on a server: laid when the first seed is walked, and anew where one spoiled them or many were there. */
export function groundsOf<C, B>(server: string, story: Story<C, B>): Grounds<B> {
  let laid: Laid<C, B> | undefined
  const clear = async () => {
    const gone = laid
    laid = undefined
    await gone?.ground.admin.close()
    await gone?.lease.giveBack()
  }
  return {
    walk: async (seed, walk) => {
      const beginning = story.beginningOf(seed)
      if (laid?.begun?.beginning !== beginning && laid && !(await laid.lease.again(CAST)))
        await clear()
      laid ??= await lay(server, story)
      const told = await begunAt(laid, story, beginning)
      try {
        return await walk(laid.ground, told)
      } finally {
        laid.uses++
        if (laid.uses >= MOST_USES || !(await laid.lease.again(BEGUN))) await clear()
      }
    },
    close: clear,
  }
}

async function lay<C, B>(server: string, story: Story<C, B>): Promise<Laid<C, B>> {
  // Nobody else has it, before or after: who opens a connection decides whether it strikes.
  const { connections } = story
  const lease = await takeDatabase(server, { fresh: true, connections })
  armed(lease.pools)
  const admin = await adminOf(lease)
  const ground = { databaseUrl: lease.databaseUrl, pools: lease.pools, admin }
  const cast = await story.tellCast(ground)
  await lease.keep(CAST)
  return { lease, ground, cast, uses: 0 }
}

async function begunAt<C, B>(on: Laid<C, B>, story: Story<C, B>, beginning: number): Promise<B> {
  if (on.begun?.beginning === beginning) return on.begun.told
  on.begun = undefined
  const told = await story.begin(on.ground, on.cast, beginning)
  await on.lease.keep(BEGUN)
  on.begun = { beginning, told }
  return told
}
