/** Reported time waits on the device until it has arrived, and arrives once. */
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiProblem } from '#web/kernel/api-problem.ts'
import { draftsBelongTo, forgetDrafts } from '#web/kernel/drafts.ts'
import { hasUnsent, keepUnsent, sendUnsent, unsentOf } from './unsent.ts'

// Files share what they import: those before had the real call, and those after have it again.
const sent = vi.hoisted(() => {
  vi.resetModules()
  return { answers: [] as unknown[], keys: [] as unknown[] }
})
afterAll(() => vi.resetModules())
vi.mock('#web/kernel/api.ts', () => ({
  api: async (_name: string, _input: unknown, { idempotencyKey }: { idempotencyKey: string }) => {
    sent.keys.push(idempotencyKey)
    const answer = sent.answers.shift()
    if (answer) throw answer
    return {}
  },
}))

const params = { contract_uuid: 'c', start_date: '2026-11-23' }
const report = (hours: number) => ({ params, body: { version: 0, hours, days: null, notes: '' } })
const client = new QueryClient()
const offline = () => apiProblem(0, 'NO_RESPONSE', 'No answer')

beforeEach(() => {
  localStorage.clear()
  sent.answers = []
  sent.keys = []
  draftsBelongTo(`sub-${Math.random()}`)
})

describe('a report that could not be sent', () => {
  it('waits, and is sent again under its key until it has arrived', async () => {
    keepUnsent(report(8))
    sent.answers = [offline(), apiProblem(503, 'UNAVAILABLE', 'Later')]
    await sendUnsent(client)
    await sendUnsent(client)
    expect(hasUnsent()).toBe(true)
    await sendUnsent(client)
    expect(unsentOf(params)).toBeUndefined()
    expect(new Set(sent.keys).size).toBe(1)
    expect(sent.keys).toHaveLength(3)
    await sendUnsent(client)
    expect(sent.keys).toHaveLength(3)
  })

  it('gives way to a later one of the same period, which has a key of its own', async () => {
    keepUnsent(report(8))
    const first = unsentOf(params)?.key
    keepUnsent(report(7))
    await sendUnsent(client)
    expect(sent.keys).toHaveLength(1)
    expect(sent.keys[0]).not.toBe(first)
  })

  it('that the server refuses stays with the reason, and is not sent by itself', async () => {
    keepUnsent(report(8))
    sent.answers = [apiProblem(409, 'TRANSITION_NOT_ALLOWED', 'It is approved.')]
    await sendUnsent(client)
    expect(unsentOf(params)?.refused).toBe('It is approved.')
    expect(hasUnsent()).toBe(false)
    await sendUnsent(client)
    expect(sent.keys).toHaveLength(1)
  })

  it('is its writer’s alone, and goes with their log-out', async () => {
    keepUnsent(report(8))
    draftsBelongTo('sub-somebody-else')
    expect(unsentOf(params)).toBeUndefined()
    keepUnsent(report(7))
    forgetDrafts()
    expect(hasUnsent()).toBe(false)
  })

  it('is sent once by several that send at the same moment', async () => {
    keepUnsent(report(8))
    await Promise.all([sendUnsent(client), sendUnsent(client)])
    expect(sent.keys).toHaveLength(1)
  })
})
