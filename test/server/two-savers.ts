/** What people change as a whole, from two tabs: what the later one saw is not there any more, so that it is told, and puts nothing over it unseen. */
import { expect, it } from 'vitest'
import { outcome } from '#server/identity/team.test-data.ts'
import type { Admin } from '#test/harness/admin.ts'
import { holding, waiting } from '#test/harness/races.ts'
import type { World } from '#test/harness/world.ts'

/** A thing that is there, the table that saving it writes first, how it is read, what a tab saw of it, and how a tab saves one of two versions over that. */
export type Edited = {
  readonly table: string
  read(): Promise<unknown>
  seen(read: unknown): unknown
  save(which: 0 | 1, seen: unknown): Promise<unknown>
}

/** Tests each form with two who save it: one after the other, and at the same moment. */
export function savedOverWhatWasSeen(
  forms: Readonly<Record<string, () => Promise<Edited>>>,
  stage: () => { readonly world: World; readonly admin: Admin },
): void {
  it.each(Object.entries(forms))('%s is saved over what was seen alone', async (_what, given) => {
    const { read, seen, save } = await given()
    const opened = seen(await read())
    await save(0, opened)
    const first = await read()
    expect(await outcome(save(1, opened))).toBe('CONFLICT')
    expect(await read()).toEqual(first)
    await save(1, seen(first))
    const second = await read()
    expect(second).not.toEqual(first)
    // Who says nothing of what they saw, as the specification's own requests, puts theirs over whatever is there.
    await save(0, undefined)
    expect(await read()).not.toEqual(second)
  })

  it.each(Object.entries(forms))('%s is saved by one of two at once', async (_what, given) => {
    const { world, admin } = stage()
    const { table, read, seen, save } = await given()
    const opened = seen(await read())
    // Nothing is written until both have looked, or the second waits for the first: without a lock of their own both would find what they saw.
    const release = await holding(world, `lock table ${table} in share mode`)
    const both = Promise.all([outcome(save(0, opened)), outcome(save(1, opened))])
    await waiting(admin, 2, both)
    await release()
    expect((await both).toSorted()).toEqual(['CONFLICT', 'ok'])
  })
}
