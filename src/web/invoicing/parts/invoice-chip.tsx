import { useTranslations } from 'use-intl'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import type { Invoice } from './invoice-form.ts'

const TONES: Readonly<Record<Invoice['status'], Tone>> = {
  CREATED: 'hollow',
  SENT: 'run',
  PARTIALLY_PAID: 'run',
  PAID: 'ok',
  VOID: 'off',
}

/** Where an invoice stands, in a word; one that is late, or that its pay does not pay, says so instead. */
export function InvoiceChip({
  of: { kind, status, overdue, credited, total, pay_differs },
}: {
  of: Pick<Invoice, 'kind' | 'status' | 'overdue' | 'credited' | 'total' | 'pay_differs'>
}) {
  const t = useTranslations('invoicing.statuses')
  if (pay_differs) return <StatusChip tone="warn">{t('PAY_DIFFERS')}</StatusChip>
  if (kind === 'CREDIT_NOTE' && status === 'SENT')
    return <StatusChip tone="ok">{t('CREDIT_NOTE')}</StatusChip>
  if (status === 'VOID' && credited.amount_in_smallest_unit === total.amount_in_smallest_unit)
    return <StatusChip tone="off">{t('CREDITED')}</StatusChip>
  return (
    <StatusChip tone={overdue ? 'err' : TONES[status]}>
      {overdue ? t('OVERDUE') : t(status)}
    </StatusChip>
  )
}
