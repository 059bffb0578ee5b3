import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { invitationPath } from '#web/parts/invitation-path.ts'
import { atTime, instantDay } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'

// Its scripts are most of a home's own, and few decline.
const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })),
)

type Invitation = ClientOutput<'listInvitations'>[number]

/** The invitations that wait for an answer, each with Accept and Reject; nothing while there are none. */
export function InvitationSteps() {
  const { data = [] } = useQuery(query('listInvitations', {}))
  const waiting = data.filter(({ status, expired }) => status === 'INVITED' && !expired)
  return waiting.map(invitation => (
    <InvitationStep key={invitation.invitation_uuid} invitation={invitation} />
  ))
}

function InvitationStep({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('people.answer')
  return (
    <NextStep
      icon={<StepIcon name="mail" />}
      title={t.rich('invites', {
        name: () => <bdi>{invitation.employer_name || t('nameless')}</bdi>,
        role: () => <bdi>{invitation.role}</bdi>,
      })}
      action={
        <span className="row g8 wrap step-acts">
          <LinkButton variant="text" href={invitationPath(invitation)}>
            {t('more')}
          </LinkButton>
          <InvitationAnswer invitation={invitation} />
        </span>
      }
    >
      {t('open', {
        sent: instantDay(invitation.datetime_invited),
        until: atTime(invitation.expires_at),
      })}
    </NextStep>
  )
}

/** Accept, and Reject after a question. Both tell what happened and refresh what depends on it. */
export function InvitationAnswer({
  invitation,
  onAccepted,
}: {
  invitation: Invitation
  onAccepted?: (() => void) | undefined
}) {
  const t = useTranslations('people.answer')
  const [asking, setAsking] = useState(false)
  const refresh: ('listInvitations' | 'getMe' | 'listContractorContracts')[] = [
    'listInvitations',
    'getMe',
    'listContractorContracts',
  ]
  const said = (text: string) => () => {
    setAsking(false)
    openAlert(text, { severity: 'success' })
  }
  const accept = useCall('acceptInvitation', {
    refresh,
    onSuccess: () => {
      said(t('accepted', { name: invitation.employer_name }))()
      onAccepted?.()
    },
  })
  const reject = useCall('rejectInvitation', {
    refresh,
    onSuccess: said(t('rejected', { name: invitation.employer_name })),
  })
  const input = { params: { id: invitation.invitation_uuid } }
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)} disabled={accept.isPending}>
        {t('reject')}
      </Button>
      <Button
        onClick={() => accept.mutate(input)}
        loading={accept.isPending}
        disabled={invitation.blocked !== null}
      >
        {t('accept')}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            title={t('rejectTitle')}
            verb={t('reject')}
            danger
            loading={reject.isPending}
            onConfirm={() => reject.mutate(input)}
            onClose={() => setAsking(false)}
          >
            <p>{t.rich('reads', { name: () => <bdi>{invitation.employer_name}</bdi> })}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
