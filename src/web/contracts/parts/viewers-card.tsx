import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { atTime, instantDay } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ContractView } from './contract-entry.ts'
import './contract.css'

type Viewer = ContractView['shared_with'][number]
type Shared = Pick<ContractView, 'contract_uuid' | 'shared_with'>

/** Who was sent a link to read the contract, until when it works and how often it was opened; nothing where there is nobody. */
export function ViewersCard({ contract }: { contract: Shared }) {
  const t = useTranslations('contracts.share.viewers')
  const viewers = contract.shared_with
  if (viewers.length === 0) return null
  return (
    <Card title={t('title')}>
      <div className="viewers">
        {viewers.map(viewer => (
          <div className="hold stack g8" key={viewer.share_uuid}>
            <ViewerRow viewer={viewer} />
            {viewer.allowed_actions.length > 0 && (
              <ViewerActions contract_uuid={contract.contract_uuid} viewer={viewer} />
            )}
          </div>
        ))}
        <p className="hold meta t3">{t('note')}</p>
      </div>
    </Card>
  )
}

function ViewerRow({ viewer }: { viewer: Viewer }) {
  const t = useTranslations('contracts.share.viewers')
  const tShare = useTranslations('contracts.share')
  const { email, state, shared_at, expires_at, views, viewed_at } = viewer
  const [last] = viewed_at
  return (
    <div>
      <div className="who">
        <bdi className="w5">{email}</bdi>
        <StatusChip tone={state === 'OPEN' ? 'ok' : 'off'}>
          {tShare(`states.${state}`, { date: atTime(expires_at) })}
        </StatusChip>
      </div>
      <div className="meta t3">{t('since', { date: instantDay(shared_at) })}</div>
      <div className="meta t2">{t('views', { count: views, last: last ? atTime(last) : '' })}</div>
      {viewed_at.length > 1 && (
        <details className="meta t3">
          <summary>{t('times')}</summary>
          {viewed_at.map(at => (
            <div key={at}>{atTime(at)}</div>
          ))}
        </details>
      )}
    </div>
  )
}

function ViewerActions({ contract_uuid, viewer }: { contract_uuid: string; viewer: Viewer }) {
  const t = useTranslations('contracts.share')
  const [asking, setAsking] = useState(false)
  const { email, share_uuid } = viewer
  const may = new Set(viewer.allowed_actions)
  const again = useCall('shareContract', {
    refresh: ['getContract'],
    onSuccess: () => openAlert(t('done'), { severity: 'success' }),
  })
  const revoke = useCall('revokeShare', {
    refresh: ['getContract'],
    onSuccess: () => {
      setAsking(false)
      openAlert(t('revoke.done', { email }), { severity: 'success' })
    },
  })
  return (
    <div className="btns">
      {may.has('share') && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('viewers.againOf', { email })}
          loading={again.isPending}
          onClick={() =>
            again.mutate({ params: { id: contract_uuid }, body: { viewer_emails: [email] } })
          }
        >
          {t('viewers.again')}
        </Button>
      )}
      {may.has('revoke') && (
        <Button
          variant="danger"
          size="sm"
          aria-label={t('viewers.revokeOf', { email })}
          onClick={() => setAsking(true)}
        >
          {t('viewers.revoke')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t('revoke.title')}
        verb={t('viewers.revoke')}
        danger
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { id: contract_uuid, share_uuid } })}
        onClose={() => setAsking(false)}
      >
        {t('revoke.text', { email })}
      </ConfirmDialog>
    </div>
  )
}
