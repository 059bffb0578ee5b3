import type { ComponentType } from 'react'
import type { Role } from '#contract/kernel/endpoint.ts'
import type { Demand } from '#web/kernel/gate.ts'
import type { ApiName, ClientInput } from '#web/kernel/types.ts'
import type { ALL_WORDS } from '#web/words/all-words.ts'

/** The title of a page, in the catalogue `pages`. */
export type PageTitle = keyof (typeof ALL_WORDS)['pages']

/** A question to the server, as `query` takes it. */
export type Ask = { [N in ApiName]: readonly [N, ClientInput<N>] }[ApiName]

/** One page: its path pattern, its title, what it asks of its visitor, and how to load what draws it. */
export type PageEntry = Demand & {
  readonly path: string
  readonly title: PageTitle
  readonly load: () => Promise<ComponentType>
  /** The call that it is there to make: who may never make it hears that, and of no step that comes first. */
  readonly makes?: ApiName | undefined
  /** What it shows first: asked for when it is opened or pointed at, while its script is still loaded. */
  readonly asks?: ((of: Role) => readonly Ask[]) | undefined
}

/** Whether a path pattern such as `/a/$b` covers a path. */
export function matchesPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('$') ? given[at] !== '' : part === given[at]))
  )
}
