import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { invitationName } from '#web/parts/invitation-path.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { InvitationChip, TONES } from '#web/people/parts/invitation-chip.tsx'
import { InvitationAnswer } from '#web/people/parts/invitation-steps.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

type Invitation = ClientOutput<'listInvitations'>[number]

/** The invitation of one employer, named by its domain: who invites, as what, until when, and the answer. */
export function ContractorInvitationPage() {
  const t = useTranslations('people.invitation')
  const domainName = useParam('domainName')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('listInvitations', {})}
        skeleton={
          <>
            <HeadSkeleton />
            <CardSkeleton height={240} />
          </>
        }
      >
        {invitations => {
          const mine = invitations.filter(one => invitationName(one) === domainName)
          const open = mine.find(one => one.status === 'INVITED' && !one.expired)
          const invitation = open ?? mine[0]
          return invitation ? <Invited invitation={invitation} /> : <NotInvited />
        }}
      </QueryView>
    </Page>
  )
}

function NotInvited() {
  const t = useTranslations('people.invitation')
  return (
    <>
      <PageHead title={t('none')} />
      <EmptyState
        title={t('notInvited')}
        actions={
          <LinkButton variant="secondary" href="/dashboard">
            {t('home')}
          </LinkButton>
        }
      >
        {t('bound')}
      </EmptyState>
    </>
  )
}

/** To the first step that is not done, and to the contracts once all are: by itself for who has just accepted. */
function GoOn({ atOnce }: { atOnce: boolean }) {
  const t = useTranslations('people.invitation')
  const go = useGo()
  const { steps, next } = useMe().onboarding
  const left = steps.filter(step => !step.done)
  const first = left.find(step => step.key === next)
  // Their steps are asked for anew as well; until then the invitation may still be one of them.
  const known = first?.key !== 'invitation'
  useEffect(() => {
    if (atOnce && known) go(first?.link ?? '/contractor/contracts')
  }, [atOnce, known, first?.link, go])
  return first ? (
    <LinkButton href={first.link}>{t('goOn', { count: left.length })}</LinkButton>
  ) : (
    <LinkButton href="/contractor/contracts">{t('contracts')}</LinkButton>
  )
}

function Invited({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('people.invitation')
  const [accepted, setAccepted] = useState(false)
  const { status, expired } = invitation
  const open = status === 'INVITED' && !expired
  const ended = status === 'INVITED' && expired
  return (
    <>
      <PageHead
        crumbs={[{ label: t('crumb'), href: '/dashboard' }, { label: t('title') }]}
        title={t.rich(open ? 'invites' : 'answered', {
          name: () => <bdi>{invitation.employer_name || t('nameless')}</bdi>,
        })}
        lead={t(`said.${ended ? 'EXPIRED' : status}`)}
      />
      <div className="form-column">
        <Card
          pad
          title={t('card')}
          note={
            ended ? (
              <StatusChip tone={TONES.INVITED}>{t('expired')}</StatusChip>
            ) : (
              <InvitationChip status={status} />
            )
          }
          {...(open
            ? {
                foot: (
                  <div className="row g8 end grow">
                    <InvitationAnswer
                      invitation={invitation}
                      onAccepted={() => setAccepted(true)}
                    />
                  </div>
                ),
              }
            : {})}
        >
          <DefinitionRows
            rows={[
              { id: 'role', term: t('role'), value: <bdi>{invitation.role}</bdi> },
              {
                id: 'domain',
                term: t('employer'),
                value: (
                  <bdi>
                    {[invitation.employer_name, invitation.employer_domain_name]
                      .filter(Boolean)
                      .join(', ') || t('nameless')}
                  </bdi>
                ),
              },
              { id: 'sent', term: t('sent'), value: atTime(invitation.datetime_invited) },
              ...(status === 'INVITED'
                ? [{ id: 'until', term: t('until'), value: atTime(invitation.expires_at) }]
                : []),
            ]}
          />
          {invitation.blocked && (
            <div className="mt12">
              <Say kind="blocked">{invitation.blocked.reason}</Say>
            </div>
          )}
          {open && <p className="meta t2 mt12">{t('separately')}</p>}
        </Card>
        {status === 'ACCEPTED' && <GoOn atOnce={accepted} />}
      </div>
    </>
  )
}
