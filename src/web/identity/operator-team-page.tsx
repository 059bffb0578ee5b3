import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OPERATOR_ROLES, type TeamAction } from '#domain/identity/team.ts'
import { useMay } from '#web/kernel/me.ts'
import { JUST_ASKED_MS, query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { InviteTeammateDialog, isAboutAddress } from './parts/invite-teammate-dialog.tsx'
import { RoleDialog } from './parts/role-dialog.tsx'
import { TeamInvitations } from './parts/team-invitations.tsx'
import { nameOf, TeamList } from './parts/team-list.tsx'
import { TeamView, useTellSent } from './parts/team-view.tsx'

type Team = ClientOutput<'listOperators'>
type Operator = Team['members'][number]

const REFRESH = ['listOperators'] as const

/** The operators, for the admins among them: who verifies, who moves money, who is suspended. */
export function OperatorTeamPage() {
  const t = useTranslations('identity.operators')
  const may = useMay()
  return (
    <Page>
      {may('listOperators') ? (
        <Operators />
      ) : (
        <>
          <PageHead title={t('title')} />
          <NotForRole />
        </>
      )}
    </Page>
  )
}

function Operators() {
  const t = useTranslations('identity.operators')
  const team = useQuery({ ...query('listOperators', {}), staleTime: JUST_ASKED_MS })
  return (
    <TeamView
      team={team}
      title={count => (count === 0 ? t('title') : t('count', { count }))}
      lead={t('lead')}
      invite={onClose => <Invite onClose={onClose} />}
    >
      {({ members, invitations }) => (
        <>
          <Members members={members} />
          <Invitations invitations={invitations} />
        </>
      )}
    </TeamView>
  )
}

function Invite({ onClose }: { onClose: () => void }) {
  const t = useTranslations('identity.invite')
  const tOperators = useTranslations('identity.operators')
  const tellSent = useTellSent()
  const invite = useCall('inviteOperator', {
    refresh: REFRESH,
    failed: t('failed'),
    onSuccess: ({ waits }) => {
      if (waits) openAlert(tOperators('invited'), { severity: 'success' })
      else tellSent()
      onClose()
    },
    onProblem: isAboutAddress,
  })
  return (
    <InviteTeammateDialog
      kind="operators"
      roles={OPERATOR_ROLES}
      usual="verifier"
      loading={invite.isPending}
      onInvite={(body, then) => invite.mutate({ body }, then)}
      onClose={onClose}
    />
  )
}

function Members({ members }: { members: readonly Operator[] }) {
  const t = useTranslations('identity.operators')
  const [asked, setAsked] = useState<{ readonly one: Operator; readonly action: TeamAction }>()
  const close = () => setAsked(undefined)
  return (
    <>
      <TeamList
        label={t('title')}
        team={members}
        standing={({ suspended }) =>
          suspended ? (
            <StatusChip tone="err">{t('suspended')}</StatusChip>
          ) : (
            <StatusChip tone="ok">{t('active')}</StatusChip>
          )
        }
        onAction={(one, action) => setAsked({ one, action })}
      />
      {asked?.action === 'change_role' && <ChangeRole operator={asked.one} onClose={close} />}
      {(asked?.action === 'suspend' || asked?.action === 'reinstate') && (
        <ChangeStanding operator={asked.one} operation={asked.action} onClose={close} />
      )}
    </>
  )
}

function ChangeRole({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useTranslations('identity.team')
  const change = useCall('changeOperatorRole', {
    refresh: REFRESH,
    failed: t('roleFailed'),
    onSuccess: () => {
      openAlert(t('roleChanged', { name: nameOf(operator) }), { severity: 'success' })
      onClose()
    },
  })
  return (
    <RoleDialog
      kind="operators"
      name={nameOf(operator)}
      role={operator.role}
      roles={operator.allowed_roles}
      loading={change.isPending}
      onChange={role => change.mutate({ params: { sub: operator.sub }, body: { role } })}
      onClose={onClose}
    />
  )
}

function ChangeStanding({
  operator,
  operation,
  onClose,
}: {
  operator: Operator
  operation: 'suspend' | 'reinstate'
  onClose: () => void
}) {
  const t = useTranslations('identity.operators')
  const verb = t(`${operation}.verb`)
  const name = nameOf(operator)
  const change = useCall('changeOperatorStanding', {
    refresh: REFRESH,
    failed: t(`${operation}.failed`),
    onSuccess: () => {
      openAlert(t(`${operation}.done`, { name }), { severity: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t(`${operation}.title`, { name })}
      verb={verb}
      danger={operation === 'suspend'}
      loading={change.isPending}
      onConfirm={() => change.mutate({ params: { sub: operator.sub, operation } })}
      onClose={onClose}
    >
      {t(`${operation}.text`)}
    </ConfirmDialog>
  )
}

function Invitations({ invitations }: { invitations: Team['invitations'] }) {
  const t = useTranslations('identity.invite')
  const tellSent = useTellSent()
  const sending = {
    refresh: REFRESH,
    failed: t('failed'),
    onSuccess: tellSent,
  }
  const confirm = useCall('confirmOperatorInvitation', sending)
  const resend = useCall('resendOperatorInvitation', sending)
  const withdraw = useCall('withdrawOperatorInvitation', { refresh: REFRESH })
  return (
    <TeamInvitations
      invitations={invitations}
      busy={confirm.isPending || resend.isPending || withdraw.isPending}
      onConfirm={id => confirm.mutate({ params: { id } })}
      onResend={id => resend.mutate({ params: { id } })}
      onWithdraw={id => withdraw.mutate({ params: { id } })}
    />
  )
}
