/** Every event that is announced has a reaction, and every reaction an event: what nobody hears is a promise that nobody keeps. */
import { describe, expect, it } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

const sources = sourcesIn('src/server').filter(({ path }) => !isTest(path))
const EVENT = /'((?:approvals|contracts|identity|ledger|payments|payroll|people)\.[a-z_]+)'/g

function eventsOf(pattern: RegExp): string[] {
  const found = sources.flatMap(({ text }) =>
    [...text.matchAll(pattern)].map(([, type]) => type ?? ''),
  )
  return [...new Set(found)].sort()
}

describe('events', () => {
  it('that are announced are heard, and those that are heard are announced', () => {
    const announced = eventsOf(new RegExp(`type: ${EVENT.source}`, 'g'))
    const heard = eventsOf(new RegExp(`${EVENT.source}: \\[`, 'g'))
    expect(announced.length).toBeGreaterThan(15)
    expect(announced).toEqual(heard)
  })
})
