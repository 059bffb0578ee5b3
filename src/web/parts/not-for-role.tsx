import { useMe } from '#web/kernel/me.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

/** Stands in place of what the person's role within the team does not allow. */
export function NotForRole() {
  const { type } = useMe()
  return (
    <EmptyState title="Your role does not allow this">
      {type === 'operator'
        ? 'Ask an admin among the operators.'
        : 'Ask an owner or an admin of your team.'}
    </EmptyState>
  )
}

/** Stands in place of an employer's pages for somebody who acts for none any more. */
export function NoTeam() {
  return (
    <Page>
      <PageHead title="Home" />
      <EmptyState title="You are in no team any more">
        You left it, or an owner removed you. When you are invited again, open the link in the mail.
      </EmptyState>
    </Page>
  )
}
