import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { InvitationChip } from '#web/people/parts/invitation-chip.tsx'
import { InvitationAnswer } from '#web/people/parts/invitation-steps.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

type Invitation = ClientOutput<'listInvitations'>[number]

/** The invitation of one employer, named by its domain: who invites, as what, until when, and the answer. */
export function ContractorInvitationPage() {
  const domainName = useParam('domainName')
  return (
    <Page>
      <QueryView
        title="Invitation"
        of={query('listInvitations', {})}
        skeleton={
          <>
            <HeadSkeleton />
            <CardSkeleton height={240} />
          </>
        }
      >
        {invitations => {
          const mine = invitations.filter(one => one.employer_domain_name === domainName)
          const open = mine.find(one => one.status === 'INVITED' && !one.expired)
          const invitation = open ?? mine[0]
          return invitation ? <Invited invitation={invitation} /> : <NotInvited />
        }}
      </QueryView>
    </Page>
  )
}

function NotInvited() {
  return (
    <>
      <PageHead title="No invitation here" />
      <EmptyState
        title="This employer has not invited you"
        actions={
          <LinkButton variant="secondary" href="/dashboard">
            Go to Home
          </LinkButton>
        }
      >
        An invitation is bound to the e-mail it was sent to. Sign in with that address.
      </EmptyState>
    </>
  )
}

function sentence({ status, expired }: Invitation): string {
  if (status === 'ACCEPTED') return 'You accepted this invitation.'
  if (status === 'REJECTED') return 'You rejected this invitation.'
  if (status === 'OFFBOARDED') return 'You no longer work for this employer.'
  return expired ? 'It expired. Ask the employer to send it again.' : 'It waits for your answer.'
}

function Invited({ invitation }: { invitation: Invitation }) {
  const { status, expired } = invitation
  const open = status === 'INVITED' && !expired
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Home', href: '/dashboard' }, { label: 'Invitation' }]}
        title={
          <>
            <bdi>{invitation.employer_name}</bdi> invites you
          </>
        }
        lead={sentence(invitation)}
      />
      <div className="form-column">
        <Card
          pad
          title="The invitation"
          note={
            status === 'INVITED' && expired ? (
              <StatusChip tone="run">Expired</StatusChip>
            ) : (
              <InvitationChip status={status} />
            )
          }
          {...(open
            ? {
                foot: (
                  <div className="row g8 end grow">
                    <InvitationAnswer invitation={invitation} />
                  </div>
                ),
              }
            : {})}
        >
          <DefinitionRows
            rows={[
              { id: 'role', term: 'Role', value: <bdi>{invitation.role}</bdi>, strong: true },
              { id: 'domain', term: 'Employer', value: invitation.employer_domain_name },
              { id: 'sent', term: 'Sent', value: atTime(invitation.datetime_invited) },
              { id: 'until', term: 'Open until', value: atTime(invitation.expires_at) },
            ]}
          />
          {open && (
            <p className="meta t2 mt12">
              Accepting lets them send you a contract. You sign that separately, after reading it.
            </p>
          )}
        </Card>
        {status === 'ACCEPTED' && (
          <LinkButton href="/contractor/contracts">Look at your contracts</LinkButton>
        )}
      </div>
    </>
  )
}
