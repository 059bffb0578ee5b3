import type { ApiName } from '#web/kernel/types.ts'
import { CYCLE_CHANGES } from './cycle-changes.ts'

/** What becomes stale when time is answered. */
export const TIME_CHANGES: readonly ApiName[] = [...CYCLE_CHANGES, 'listCycleTimesheets']
