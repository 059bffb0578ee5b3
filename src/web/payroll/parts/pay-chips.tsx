import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'

/** One pay cycle with its dry run, as the server tells it. */
export type CycleView = ClientOutput<'getCycle'>
export type LineItemView = CycleView['items'][number]
export type Preview = CycleView['preview']
export type CycleRow = ClientOutput<'listCycles'>['items'][number]
type Status = CycleRow['status']

const TONES: Readonly<Record<Status, Tone>> = {
  PENDING_APPROVAL: 'hollow',
  APPROVED: 'run',
  PAID: 'ok',
  ARCHIVED: 'off',
  CANCELLED: 'off',
  UPCOMING: 'off',
  EMPTY: 'off',
}

/** The status of a pay, of one person or of a whole cycle, with the specification's words. */
export function PayChip({ status }: { status: Status }) {
  const t = useTranslations('payroll.status')
  return <StatusChip tone={TONES[status]}>{t(status)}</StatusChip>
}

/** The address of a cycle's page, below the running or the past ones. */
export function cyclePath(
  root: 'payroll-run' | 'payroll-historical',
  cycle: { policy_uuid: string; cycle_uuid: string | null; status: string },
): string {
  return `/employer/${root}/paycycle/${cycle.policy_uuid}/${cycle.cycle_uuid}/${cycle.status}`
}

/** Where a pay is read as a whole: a batch on its own page, which leads on to its cycle. */
export function payPath(
  root: 'payroll-run' | 'payroll-historical',
  cycle: Parameters<typeof cyclePath>[1] & { kind: CycleRow['kind'] },
): string {
  return cycle.kind === 'BATCH' && cycle.cycle_uuid
    ? `/employer/partner/payments/${cycle.cycle_uuid}`
    : cyclePath(root, cycle)
}
