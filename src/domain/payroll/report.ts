/** The PDF report of a cycle: of few people it is made while it is sent, of more by a job that says how far it is. */

export const REPORT_STATUSES = ['MAKING', 'READY', 'FAILED'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** What can be said of a cycle's report: `AT_ONCE` needs no asking, and `NOT_MADE` was not asked for. */
export const REPORT_STATES = ['AT_ONCE', 'NOT_MADE', ...REPORT_STATUSES] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** So many line items are one slice: up to them a report is made at once, and of more by slices. */
export const REPORT_SLICE = 250

/** Of up to so many line items a report is tagged for who listens to it: the tags of more are more than one process can put together. */
export const REPORT_TAGGED = 2_500

/** For how many days a report is kept. */
export const REPORT_DAYS = 7

/** No slice takes as long. */
const STALLED_MS = 10 * 60 * 1000
/** Nor does the queue, in which the reports of others may come first. */
const QUEUED_MS = 24 * 60 * 60 * 1000

/** The state of the report of a cycle with so many line items. One that does not move any more has failed. */
export function reportState(
  items: number,
  report:
    | { readonly status: ReportStatus; readonly done: number; readonly moved_at: Date }
    | undefined,
  now: Date,
): ReportState {
  if (items <= REPORT_SLICE) return 'AT_ONCE'
  if (report?.status !== 'MAKING') return report?.status ?? 'NOT_MADE'
  const most_ms = report.done > 0 ? STALLED_MS : QUEUED_MS
  return now.getTime() - report.moved_at.getTime() > most_ms ? 'FAILED' : 'MAKING'
}
