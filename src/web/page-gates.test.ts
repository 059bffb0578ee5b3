/**
 * No form is filled in, and no page read, that the server then refuses for a step that comes first: the page asks for that step before it
 * opens. On a home that would be a wall for good, since the step's button leads to that home.
 */
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { isTest, type Source, sourcesIn } from '#test/architecture/sources.ts'
import { pages } from './routes.ts'

const sources = new Map(
  sourcesIn('src/web')
    .filter(({ path }) => !isTest(path))
    .map(source => [source.path, source] as const),
)
const entries: readonly (readonly [string, Endpoint])[] = Object.entries(api)
const gated = new Map(
  entries.flatMap(([name, { gates, method }]) =>
    gates?.length ? [[name, { gates, hook: method === 'GET' ? 'query' : 'useCall' }] as const] : [],
  ),
)

/** Pages on which a call stands beside much else, so that it is held by itself: by what the server allows there, or in words. */
const HELD_BY_ITSELF: Readonly<Record<string, string>> = {
  acceptRates: 'the actions of a line item',
  addUnpaidPeriods: 'only who has a contract that runs has such days',
  approveContract: 'the actions of a contract',
  approveCycle: 'the actions of a cycle',
  approveLineItem: 'the actions of a line item',
  approvePolicy: 'the actions of a policy',
  inviteContractor: 'the page says which step comes first',
  inviteMany: 'the page says which step comes first',
  openCycle: 'the actions of a cycle',
  previewInvitations: 'the page says which step comes first',
  putTimePolicy: 'the actions of a policy',
  resendInvitation: 'only who invited before the rule has an invitation and no name',
}

/** A page's own modules: all that it imports, but for what other pages lead to. */
function modulesOf(page: string): Source[] {
  const found = new Map<string, Source>()
  const visit = (path: string) => {
    const source = sources.get(path)
    if (!source || found.has(path)) return
    found.set(path, source)
    for (const { to, typeOnly } of source.imports) if (!typeOnly) visit(to)
  }
  visit(page)
  return [...found.values()]
}

const routes = pages.flatMap(({ path, needs = [], load }) => {
  // What imports a module by its name, as Vite writes it.
  const [, file = ''] = /\("\/(src\/web\/[^"]+)"\)/.exec(load.toString()) ?? []
  return sources.has(file) ? [{ path, needs, file }] : []
})

describe('a page with a form, or with what not everybody may read', () => {
  it('is found by this', () => {
    expect(routes.length).toBeGreaterThan(60)
    expect(gated.size).toBeGreaterThan(10)
  })

  it('asks first for what its calls need', () => {
    const walls = routes.flatMap(({ path, needs, file }) => {
      const code = modulesOf(file)
        .map(source => source.code)
        .join('\n')
      return [...gated].flatMap(([name, { gates, hook }]) => {
        const makes = new RegExp(`${hook}\\(\\s*'${name}'`).test(code)
        const missing = gates.filter(gate => !needs.includes(gate))
        return makes && missing.length > 0 && !(name in HELD_BY_ITSELF)
          ? [`${path}: ${name} needs ${missing.join(', ')}`]
          : []
      })
    })
    expect(walls).toEqual([])
  })
})
