import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { InvitationAction, TeamRole } from '#domain/identity/team.ts'
import { daysBetween } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Waiting = {
  readonly invitation_uuid: string
  readonly email: string
  readonly role: TeamRole
  readonly inviter_name: string
  readonly expires_at: string
  readonly expired: boolean
  readonly allowed_actions: readonly InvitationAction[]
  /** Why no link lets them in: nothing was sent yet, or who invited runs the team no more. */
  readonly waits?: string | null
}

/** The invitations that wait, to send again or to withdraw; nothing where none does. */
export function TeamInvitations({
  invitations,
  busy,
  onConfirm,
  onResend,
  onWithdraw,
}: {
  invitations: readonly Waiting[]
  busy: boolean
  onConfirm?: (id: string) => void
  onResend: (id: string) => void
  onWithdraw: (id: string) => void
}) {
  const t = useTranslations('identity.invitations')
  const tNames = useTranslations('identity.roleNames')
  const [leaving, setLeaving] = useState<Waiting>()
  if (invitations.length === 0) return null
  return (
    <Card title={t('title')} note={t('waiting', { count: invitations.length })}>
      <ul className="list-rows">
        {invitations.map(one => (
          <li key={one.invitation_uuid} className="row between g8 wrap">
            <div className="grow invitee">
              <div className="w5">{one.email}</div>
              <div className="meta t3">
                {t.rich('by', {
                  role: tNames(one.role),
                  name: () => <bdi>{one.inviter_name}</bdi>,
                })}
              </div>
              {one.waits && <div className="meta warn w5">{one.waits}</div>}
            </div>
            {!one.waits && <Ends of={one} />}
            {one.allowed_actions.length > 0 && (
              <div className="row g8">
                {one.allowed_actions.includes('confirm') && onConfirm && (
                  <Button
                    size="sm"
                    aria-label={t('confirmOf', { email: one.email })}
                    disabled={busy}
                    onClick={() => onConfirm(one.invitation_uuid)}
                  >
                    {t('confirm')}
                  </Button>
                )}
                {one.allowed_actions.includes('resend') && (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={t('resendOf', { email: one.email })}
                    disabled={busy}
                    onClick={() => onResend(one.invitation_uuid)}
                  >
                    {t('resend')}
                  </Button>
                )}
                {one.allowed_actions.includes('withdraw') && (
                  // It asks first, and has the focus back from there, also while something is on its way.
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-label={t('withdrawOf', { email: one.email })}
                    onClick={() => setLeaving(one)}
                  >
                    {t('withdraw')}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        title={t('withdrawTitle', { email: leaving?.email ?? '' })}
        verb={t('withdraw')}
        danger
        loading={busy}
        onConfirm={() => {
          if (leaving) onWithdraw(leaving.invitation_uuid)
          setLeaving(undefined)
        }}
        onClose={() => setLeaving(undefined)}
      >
        {t(leaving?.waits ? 'unsent' : 'mailed')}
      </ConfirmDialog>
    </Card>
  )
}

function Ends({ of: { expired, expires_at } }: { of: Waiting }) {
  const t = useTranslations('identity.invitations')
  const today = useToday()
  if (expired) return <span className="meta err w5">{t('ended')}</span>
  const days = daysBetween(today, expires_at.slice(0, 10))
  return (
    <span className={days <= 1 ? 'meta warn w5' : 'meta t2'}>
      {days <= 0 ? t('today') : t('left', { days })}
    </span>
  )
}
