import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Link } from '#web/ui/link.tsx'
import { EDIT_INVOICE, type Invoice, placeOf, STALE } from './invoice-form.ts'

/** The credit notes of an invoice, or the invoice of a credit note. */
export function CreditNotes({ invoice: { credits, credit_notes } }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.credit')
  if (credits)
    return (
      <Card pad title={t('of')}>
        <DefinitionRows
          rows={[
            {
              id: 'invoice',
              term: (
                <Link href={`/contractor/send-invoice/${credits.invoice_uuid}`}>
                  {credits.number}
                </Link>
              ),
              value: formatDate(credits.issued_on),
            },
            { id: 'left', term: t('left'), value: <MoneyAmount of={credits.creditable} /> },
          ]}
        />
      </Card>
    )
  if (credit_notes.length === 0) return null
  return (
    <Card pad title={t('notes')}>
      <DefinitionRows
        rows={credit_notes.map(({ invoice_uuid, number, total }) => ({
          id: invoice_uuid,
          term: (
            <Link href={placeOf({ invoice_uuid, status: number === null ? 'CREATED' : 'SENT' })}>
              {number ?? t('draft')}
            </Link>
          ),
          value: <MoneyAmount of={total} />,
        }))}
      />
    </Card>
  )
}

/** Begins a credit note, or goes on with the one that is begun. */
export function CreditButton({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.credit')
  const go = useGo()
  const begin = useCall('creditInvoice', {
    refresh: STALE,
    onSuccess: ({ invoice_uuid }) => go(`${EDIT_INVOICE}?invoice=${invoice_uuid}`),
  })
  if (!invoice.allowed_actions.includes('credit')) return null
  return (
    <Button
      variant="secondary"
      icon="undo"
      loading={begin.isPending}
      onClick={() => begin.mutate({ params: { id: invoice.invoice_uuid } })}
    >
      {t('begin')}
    </Button>
  )
}
