/** Every read of somebody, and how often it names a person: what a whole contract says of who did something. */
import type { Role } from '#contract/kernel/endpoint.ts'
import { entries, type HttpWorld } from './http-world.ts'
import { type Ids, sampleOf } from './sample.ts'

/** Each GET of a role, asked with every one of these as its id: its status, and how often it names somebody. */
export async function readsOf(
  http: HttpWorld,
  person: { readonly sub: string; readonly email: string },
  {
    role,
    ids,
    asked,
    name,
  }: {
    readonly role: Role
    readonly ids: Ids
    /** What stands for `id`, one after another. */
    readonly asked: readonly (string | undefined)[]
    readonly name: string
  },
): Promise<Record<string, string>> {
  const token = await http.tokenOf(person)
  const told: Record<string, string> = {}
  for (const [call, entry] of entries) {
    const mine = entry.access === 'signed-in' || entry.access.includes(role as never)
    if (entry.method !== 'GET' || !mine) continue
    for (const id of asked) {
      const params = entry.params
        ? (sampleOf(entry.params, { ...ids, id: id ?? '' }) as Record<string, string>)
        : {}
      const { status, text } = await http.ask(entry, { token, params })
      // Who could say yes now is another matter.
      const named = text.replaceAll(/"asked":\[[^\]]*\]/g, '').split(name).length - 1
      told[`${call} ${entry.params ? id : ''}`] = `${status}, named ${named} times`
      if (!entry.params) break
    }
  }
  return told
}
