import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AbsenceAction } from '#domain/identity/substitute.ts'
import { MEMBER_ROLES, type TeamAction } from '#domain/identity/team.ts'
import { useMay, useMe } from '#web/kernel/me.ts'
import { JUST_ASKED_MS, query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { AbsenceText, EndAbsence } from './parts/absence.tsx'
import { ApprovalLimitCard } from './parts/approval-limit-card.tsx'
import type { Member } from './parts/approvers-of.ts'
import { InviteTeammateDialog, isAboutAddress } from './parts/invite-teammate-dialog.tsx'
import { RoleDialog } from './parts/role-dialog.tsx'
import { TeamInvitations } from './parts/team-invitations.tsx'
import { nameOf, TeamList } from './parts/team-list.tsx'
import { TeamView, useTellSent } from './parts/team-view.tsx'

// Nobody needs its calendar before somebody is away.
const AbsenceDialog = lazy(() =>
  import('./parts/absence-dialog.tsx').then(part => ({ default: part.AbsenceDialog })),
)

type Team = ClientOutput<'listMembers'>

const REFRESH = ['listMembers', 'getMe'] as const

/** The people who act for the employer, with what each may do; owners invite, change roles and remove. */
export function EmployerTeamPage() {
  const t = useTranslations('identity.team')
  const may = useMay()
  const team = useQuery({ ...query('listMembers', {}), staleTime: JUST_ASKED_MS })
  return (
    <Page>
      <TeamView
        team={team}
        title={count => (count === 0 ? t('title') : t('people', { count }))}
        lead={t('lead')}
        invite={may('inviteMember') ? onClose => <Invite onClose={onClose} /> : undefined}
      >
        {({ members, invitations }) => (
          <>
            <Members members={members} />
            <Invitations invitations={invitations} />
            <ApprovalLimitCard />
          </>
        )}
      </TeamView>
    </Page>
  )
}

function Invite({ onClose }: { onClose: () => void }) {
  const t = useTranslations('identity.invite')
  const tellSent = useTellSent()
  const invite = useCall('inviteMember', {
    refresh: REFRESH,
    failed: t('failed'),
    onSuccess: () => {
      tellSent()
      onClose()
    },
    onProblem: isAboutAddress,
  })
  return (
    <InviteTeammateDialog
      kind="employer"
      roles={MEMBER_ROLES}
      usual="approver"
      loading={invite.isPending}
      onInvite={(body, then) => invite.mutate({ body }, then)}
      onClose={onClose}
    />
  )
}

function Members({ members }: { members: readonly Member[] }) {
  const t = useTranslations('identity.team')
  const away = useTranslations('identity.away')
  const [asked, setAsked] = useState<{
    readonly one: Member
    readonly action: TeamAction | AbsenceAction
  }>()
  const close = () => setAsked(undefined)
  // As they stand by now: what a colleague changed meanwhile is shown in the dialog.
  const absent = members.find(({ sub }) => sub === asked?.one.sub)
  return (
    <>
      <TeamList
        label={t('title')}
        team={members}
        standing={one => (
          <>
            {one.has_authorization_to_act_for_employer ? (
              <span className="t2">{t('authorised')}</span>
            ) : (
              <span className="warn w5">{t('notAuthorised')}</span>
            )}
            <AbsenceText absence={one.absence} />
          </>
        )}
        more={one =>
          one.absence_actions.map(action => ({
            icon: action === 'set' ? 'calendar' : 'undo',
            label: away(action === 'set' && one.absence ? 'change' : action),
            onSelect: () => setAsked({ one, action }),
          }))
        }
        onAction={(one, action) => setAsked({ one, action })}
      />
      {asked?.action === 'change_role' && <ChangeRole member={asked.one} onClose={close} />}
      {asked?.action === 'remove' && <Remove member={asked.one} onClose={close} />}
      {asked?.action === 'leave' && <Leave onClose={close} />}
      {absent && asked?.action === 'set' && (
        <Suspense>
          <AbsenceDialog member={absent} team={members} onClose={close} />
        </Suspense>
      )}
      {absent && asked?.action === 'end' && <EndAbsence member={absent} onClose={close} />}
    </>
  )
}

type About = { readonly member: Member; readonly onClose: () => void }

function ChangeRole({ member, onClose }: About) {
  const t = useTranslations('identity.team')
  const change = useCall('changeMemberRole', {
    refresh: REFRESH,
    failed: t('roleFailed'),
    onSuccess: () => {
      openAlert(t('roleChanged', { name: nameOf(member) }), { severity: 'success' })
      onClose()
    },
  })
  return (
    <RoleDialog
      kind="employer"
      name={nameOf(member)}
      role={member.role}
      roles={member.allowed_roles}
      loading={change.isPending}
      onChange={role => change.mutate({ params: { sub: member.sub }, body: { role } })}
      onClose={onClose}
    />
  )
}

function Remove({ member, onClose }: About) {
  const t = useTranslations('identity.team')
  const remove = useCall('removeMember', {
    refresh: REFRESH,
    failed: t('removeFailed'),
    onSuccess: () => {
      openAlert(t('removed', { name: nameOf(member) }), { severity: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('removeTitle', { name: nameOf(member) })}
      verb={t('remove')}
      danger
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ params: { sub: member.sub } })}
      onClose={onClose}
    >
      {t('removeLead')}
    </ConfirmDialog>
  )
}

function Leave({ onClose }: { onClose: () => void }) {
  const t = useTranslations('identity.team')
  const { organisation } = useMe()
  const leave = useCall('leaveEmployer', {
    refresh: ['getMe'],
    failed: t('leaveFailed'),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={organisation?.name ? t('leaveTitle', { name: organisation.name }) : t('leaveTheTeam')}
      verb={t('leave')}
      danger
      loading={leave.isPending}
      onConfirm={() => leave.mutate({})}
      onClose={onClose}
    >
      {t('leaveLead')}
    </ConfirmDialog>
  )
}

function Invitations({ invitations }: { invitations: Team['invitations'] }) {
  const t = useTranslations('identity.invite')
  const tellSent = useTellSent()
  const resend = useCall('resendMemberInvitation', {
    refresh: REFRESH,
    failed: t('failed'),
    onSuccess: tellSent,
  })
  const withdraw = useCall('withdrawMemberInvitation', { refresh: REFRESH })
  return (
    <TeamInvitations
      invitations={invitations}
      busy={resend.isPending || withdraw.isPending}
      onResend={id => resend.mutate({ params: { id } })}
      onWithdraw={id => withdraw.mutate({ params: { id } })}
    />
  )
}
