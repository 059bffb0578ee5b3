import type { Role } from '#contract/kernel/endpoint.ts'
import type { Ask } from '#web/kernel/page-entry.ts'
import { pages } from './routes.ts'

/** What the frame asks beside each page. */
const FRAME_ASKS: readonly Ask[] = [['getWaiting', {}]]

/** What the pages with a path of their own ask first, by path and type of person: for the server, which answers it with the page. */
export function firstAsks(): Readonly<Record<string, Partial<Record<Role, readonly Ask[]>>>> {
  return Object.fromEntries(
    pages
      .filter(({ path, roles }) => roles && !path.includes('$'))
      .map(({ path, roles = [], asks }) => [
        path,
        Object.fromEntries(roles.map(of => [of, [...(asks?.(of) ?? []), ...FRAME_ASKS]])),
      ]),
  )
}
