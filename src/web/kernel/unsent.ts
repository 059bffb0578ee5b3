/**
 * Reported time that has not arrived at the server yet: kept on this device as drafts are (decision 0041) until it has, and sent by
 * whichever page is open once there is a connection. The key of its sending stays the same, so that it arrives once.
 */
import type { QueryClient } from '@tanstack/react-query'
import { api } from '#web/kernel/api.ts'
import { answeredByPage, asApiProblem } from '#web/kernel/api-problem.ts'
import { pathsWithDraft, readDraft, writeDraft } from '#web/kernel/drafts.ts'
import { newUuid, nowMs } from '#web/kernel/env.ts'
import type { ClientInput } from '#web/kernel/types.ts'

type Report = ClientInput<'reportTime'>

/** A report that waits; `refused` says why the server did not take it, and then it waits for its author. */
export type Unsent = {
  readonly input: Report
  readonly key: string
  readonly at_ms: number
  readonly refused?: string
}

const NAME = 'unsent time'
const listeners = new Set<() => void>()
let sending: Promise<void> | undefined

/** What waits for a period of a contract, or undefined. */
export function unsentOf(params: Report['params']): Unsent | undefined {
  return readDraft(placeOf(params)) as Unsent | undefined
}

/** Keeps a report on the device until it has arrived, in place of an earlier one of the same period. */
export function keepUnsent(input: Report): void {
  keep({ input, key: newUuid(), at_ms: nowMs() })
}

/** Forgets a report that waits. */
export function forgetUnsent(params: Report['params']): void {
  writeDraft(placeOf(params), undefined)
  tell()
}

/** Whether anything waits to be sent. */
export function hasUnsent(): boolean {
  return waiting().length > 0
}

/** Sends what waits; what the server cannot be asked about waits on. Several at once are one. */
export function sendUnsent(client: QueryClient): Promise<void> {
  sending ??= sendAll(client).finally(() => {
    sending = undefined
  })
  return sending
}

/** Calls back after every change until the returned function is called. */
export function onUnsentChange(callback: () => void): () => void {
  listeners.add(callback)
  return () => {
    listeners.delete(callback)
  }
}

async function sendAll(client: QueryClient): Promise<void> {
  for (const unsent of waiting()) {
    const { input, key } = unsent
    try {
      await api('reportTime', input, { idempotencyKey: key })
      // What was written meanwhile waits for its own sending.
      if (unsentOf(input.params)?.key === key) forgetUnsent(input.params)
      for (const stale of ['listTimesheets', 'listNextPays', 'getWaiting'])
        await client.invalidateQueries({ queryKey: [stale] })
    } catch (thrown) {
      const problem = asApiProblem(thrown)
      const later = problem.status === 0 || problem.status === 429 || problem.status >= 500
      if (later || problem.status === 401 || answeredByPage(problem)) continue
      if (unsentOf(input.params)?.key === key) keep({ ...unsent, refused: problem.detail })
      await client.invalidateQueries({ queryKey: ['listTimesheets'] })
    }
  }
}

function waiting(): Unsent[] {
  return pathsWithDraft(NAME).flatMap(path => {
    const unsent = readDraft({ path, name: NAME, dialog: true }) as Unsent | undefined
    return unsent && unsent.refused === undefined ? [unsent] : []
  })
}

function keep(unsent: Unsent): void {
  writeDraft(placeOf(unsent.input.params), unsent)
  tell()
}

function placeOf({ contract_uuid, start_date }: Report['params']) {
  return { path: `${contract_uuid} ${start_date}`, name: NAME, dialog: true }
}

function tell(): void {
  for (const listener of listeners) listener()
}
