import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

/** Stands in place of what the person's role within the team does not allow. */
export function NotForRole() {
  const t = useTranslations('parts.role')
  const { type } = useMe()
  return (
    <EmptyState title={t('title')}>{t(type === 'operator' ? 'askOperator' : 'askTeam')}</EmptyState>
  )
}

/** Stands in place of an employer's pages for somebody who acts for none any more. */
export function NoTeam() {
  const t = useTranslations('parts.team')
  return (
    <Page>
      <PageHead title={t('home')} />
      <EmptyState title={t('title')}>{t('lead')}</EmptyState>
    </Page>
  )
}
