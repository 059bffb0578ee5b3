/** Lists for tests. Everybody on them is invented, and their topics say so. */
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Person } from '#db/seed/cast.ts'
import { call } from '#db/seed/cast.ts'
import type { World } from '#test/harness/world.ts'
import { importList, type ListFiles, screenDue } from './index.ts'

type Invented = { readonly id: string; readonly name: string; readonly schema?: string } & Readonly<
  Record<string, unknown>
>

/** A line of FollowTheMoney about somebody invented. */
export function invented({ id, name, schema = 'Person', ...properties }: Invented): string {
  const topics = ['sanction', 'invented']
  return `${JSON.stringify({ id, schema, properties: { name: [name], topics, ...properties } })}\n`
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A file in a folder of its own, until the tests end. */
export async function fileOf(text: string, name = 'invented.ftm.json'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'list-'))
  folders.push(folder)
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** Imports a list of FollowTheMoney as `npm run screening` does. */
export async function importFtm(world: World, text: string, more: Partial<ListFiles> = {}) {
  const path = await fileOf(text)
  const files = { source: 'invented', format: 'ftm', version: '1', path, ...more } as const
  return world.unit(ctx => importList(ctx.tx, files, ctx.now))
}

/** Looks for everybody who is due, as the worker would. */
export function screenAll({ unit }: World): Promise<void> {
  return screenDue({}, { unit })
}

/** What waits for an answer. */
export async function waitingHits(world: World, operator: Person) {
  const query = { limit: 50, view: 'waiting' } as const
  return (await call(world, operator, 'listHits', { query })).items
}

type Action = 'clear' | 'claim' | 'confirm' | 'refuse' | 'reopen'

/** An operator says something about a hit as it is seen now. */
export async function decide(
  world: World,
  operator: Person,
  hit: { readonly hit_uuid: string; readonly version: number },
  action: Action,
  words = 'Looked at both.',
) {
  const params = { id: hit.hit_uuid }
  const body = { action, version: hit.version, words }
  return call(world, operator, 'decideHit', { params, body })
}
