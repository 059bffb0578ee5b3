import type { ComponentType } from 'react'
import type { Demand } from '#web/kernel/gate.ts'

/** One page: its path pattern, its title, what it asks of its visitor, and how to load what draws it. */
export type PageEntry = Demand & {
  readonly path: string
  readonly title: string
  readonly load: () => Promise<ComponentType>
}

/** Whether a path pattern such as `/a/$b` covers a path. */
export function matchesPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('$') ? given[at] !== '' : part === given[at]))
  )
}
