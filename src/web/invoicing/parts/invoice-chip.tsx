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

/** Where an invoice stands, in a word; one that is late says so instead. */
export function InvoiceChip({
  of: { status, overdue },
}: {
  of: Pick<Invoice, 'status' | 'overdue'>
}) {
  const t = useTranslations('invoicing.statuses')
  return (
    <StatusChip tone={overdue ? 'err' : TONES[status]}>
      {overdue ? t('OVERDUE') : t(status)}
    </StatusChip>
  )
}
