import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Invoice, STALE } from './invoice-form.ts'

/** The links that the client has: when one was opened, another to hand over, and the way to stop all. */
export function LinksCard({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  const params = { id: invoice.invoice_uuid }
  const [url, setUrl] = useState('')
  const make = useCall('makeInvoiceLink', {
    refresh: ['getInvoice'],
    onSuccess: answer => setUrl(answer.url),
  })
  const stop = useCall('revokeInvoiceLinks', {
    refresh: STALE,
    onSuccess: () => {
      setUrl('')
      openAlert(t('links.stopped'), { severity: 'success' })
    },
  })
  return (
    <Card pad title={t('links.title')}>
      <div className="stack g12">
        <p className="meta t2">
          {invoice.opened_at
            ? t('links.opened', { at: atTime(invoice.opened_at) })
            : t('links.unopened')}
        </p>
        {url && (
          <div className="stack g4">
            <p className="meta cut">{url}</p>
            <CopyButton text={url} of={t('links.link')} />
          </div>
        )}
        <div className="row g8 wrap">
          <Button
            size="sm"
            variant="secondary"
            loading={make.isPending}
            onClick={() => make.mutate({ params })}
          >
            {t('links.make')}
          </Button>
          {invoice.allowed_actions.includes('revoke_link') && (
            <Button
              size="sm"
              variant="danger"
              loading={stop.isPending}
              onClick={() => stop.mutate({ params })}
            >
              {t('links.stop')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
