import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { differing, TwoVersions } from '#web/parts/two-versions.tsx'
import { bodyOf, type Client, formOf, type InvoiceForm, nameOf } from './invoice-form.ts'

/** The draft as it is saved by now, asked for anew, beside what stands in the form; `onMine` hears over which version it goes on. */
export function InvoiceVersions({
  id,
  mine,
  clients,
  onTheirs,
  onMine,
}: {
  id: string
  mine: InvoiceForm
  clients: readonly Client[]
  onTheirs: () => void
  onMine: (version: number) => void
}) {
  const t = useTranslations('invoicing.edit')
  const kept = useQuery({ ...query('getInvoice', { params: { id } }), refetchOnMount: 'always' })
  if (!kept.data || !kept.isFetchedAfterMount) return null
  const { version } = kept.data
  const theirs = formOf(kept.data)
  const named = (uuid: string) => {
    const client = clients.find(one => one.uuid === uuid)
    return client ? nameOf(client) : ''
  }
  const row = (term: string, of: (form: InvoiceForm) => string) => ({
    ...{ term, theirs: of(theirs), mine: of(mine) },
  })
  const whole = (term: string, of: (form: InvoiceForm) => unknown) =>
    JSON.stringify(of(theirs)) === JSON.stringify(of(mine)) ? [] : [{ term }]
  const rows = [
    row(t('client.label'), form => named(form.client_uuid)),
    row(t('start'), form => form.start_date),
    row(t('end'), form => form.end_date),
    row(t('due'), form => form.due_date),
    row(t('currency'), form => form.currency),
    row(t('items.tax'), form => form.tax),
    row(t('fee.title'), form => t(form.payer === 'true' ? 'fee.client' : 'fee.you')),
    row(t('fee.amount', { currency: mine.currency }), form => form.fee),
    row(t('more.taxNumber'), form => form.tax_number),
  ]
  return (
    <TwoVersions
      rows={[
        ...differing(rows),
        ...whole(t('items.title'), form => bodyOf(form, 0).invoice_items),
        ...whole(t('untaxed.label'), form => [form.tax_category, form.tax_reason]),
        ...whole(t('more.note'), form => form.note),
      ]}
      onTheirs={onTheirs}
      onMine={() => onMine(version)}
    />
  )
}
