import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Client, nameOf } from './invoice-form.ts'

/** Takes a client out of the contractor's list, after asking. */
export function ArchiveClient({ client, leadsTo }: { client: Client; leadsTo: string }) {
  const t = useTranslations('invoicing.client.archive')
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const archive = useCall('archiveClient', {
    refresh: ['listClients', 'getClient', 'listInvoices', 'getInvoice'],
    onProblem: () => {
      setAsking(false)
      return false
    },
    onSuccess: () => {
      setAsking(false)
      openAlert(t('done'), { severity: 'success' })
      go(leadsTo)
    },
  })
  return (
    <>
      <Button variant="danger" size="lg" onClick={() => setAsking(true)}>
        {t('verb')}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={t('title', { name: nameOf(client) })}
        verb={t('verb')}
        loading={archive.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => archive.mutate({ params: { id: client.uuid } })}
      >
        <p className="t2">{t('text')}</p>
      </ConfirmDialog>
    </>
  )
}
