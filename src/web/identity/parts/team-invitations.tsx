import { useState } from 'react'
import { type InvitationAction, ROLE_LABELS, type TeamRole } from '#domain/identity/team.ts'
import { useToday } from '#web/kernel/me.ts'
import { daysBetween } from '#web/parts/times.ts'
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
  /** Why nothing was sent yet, where a second person has to say yes first. */
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
  const [leaving, setLeaving] = useState<Waiting>()
  if (invitations.length === 0) return null
  return (
    <Card title="Invitations" note={`${invitations.length} waiting`}>
      <ul className="list-rows">
        {invitations.map(one => (
          <li key={one.invitation_uuid} className="row between g8 wrap">
            <div className="grow invitee">
              <div className="w5">{one.email}</div>
              <div className="meta t3">
                {ROLE_LABELS[one.role]}, invited by <bdi>{one.inviter_name}</bdi>
              </div>
              {one.waits && <div className="meta warn w5">{one.waits}</div>}
            </div>
            {!one.waits && <Ends of={one} />}
            {one.allowed_actions.length > 0 && (
              <div className="row g8">
                {one.allowed_actions.includes('confirm') && onConfirm && (
                  <Button
                    size="sm"
                    aria-label={`Confirm the invitation to ${one.email}`}
                    disabled={busy}
                    onClick={() => onConfirm(one.invitation_uuid)}
                  >
                    Confirm
                  </Button>
                )}
                {one.allowed_actions.includes('resend') && (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Resend the invitation to ${one.email}`}
                    disabled={busy}
                    onClick={() => onResend(one.invitation_uuid)}
                  >
                    Resend
                  </Button>
                )}
                {one.allowed_actions.includes('withdraw') && (
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-label={`Withdraw the invitation to ${one.email}`}
                    disabled={busy}
                    onClick={() => setLeaving(one)}
                  >
                    Withdraw
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        title={`Withdraw the invitation to ${leaving?.email}?`}
        verb="Withdraw"
        danger
        loading={busy}
        onConfirm={() => {
          if (leaving) onWithdraw(leaving.invitation_uuid)
          setLeaving(undefined)
        }}
        onClose={() => setLeaving(undefined)}
      >
        {leaving?.waits ? 'Nothing was sent yet.' : 'The link that was mailed stops working.'} You
        can invite the same address again.
      </ConfirmDialog>
    </Card>
  )
}

function Ends({ of: { expired, expires_at } }: { of: Waiting }) {
  const today = useToday()
  if (expired) return <span className="meta err w5">Link ended</span>
  if (today === undefined) return null
  const days = daysBetween(today, expires_at.slice(0, 10))
  return (
    <span className={days <= 1 ? 'meta warn w5' : 'meta t2'}>
      {days <= 0 ? 'Ends today' : `${days} ${days === 1 ? 'day' : 'days'} left`}
    </span>
  )
}
