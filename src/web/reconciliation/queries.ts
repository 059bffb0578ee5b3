import type { ApiName, ClientOutput } from '#web/kernel/types.ts'

export type Difference = ClientOutput<'listDifferences'>['items'][number]

/** What shows how bank and books stand. */
export const COMPARED: readonly ApiName[] = [
  ...(['listDifferences', 'countDifferences', 'listBankDays', 'listExplained'] as const),
  ...(['listApprovalSteps', 'getWaiting'] as const),
]

/** And what shows money that was booked by it. */
export const BOOKED: readonly ApiName[] = [
  ...COMPARED,
  ...(['getBalances', 'listSuspense', 'getChecklist', 'listUnpaid', 'getTrialBalance'] as const),
]
