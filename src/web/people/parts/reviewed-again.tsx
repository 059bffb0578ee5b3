import { useTranslations } from 'use-intl'
import { Say } from '#web/ui/say.tsx'
import type { Employer } from '../queries.ts'

/** What follows of a change for a company that is verified, said before it is made: all of its payments wait while it is looked at. */
export function ReviewedAgain({
  employer,
  by,
}: {
  employer: Pick<Employer, 'verification_status'>
  by: 'documents' | 'details' | 'name'
}) {
  const t = useTranslations('people.company.reviewedAgain')
  if (employer.verification_status !== 'VERIFIED') return null
  return (
    <Say kind="unusual" word={t('word')}>
      {t(by)}
    </Say>
  )
}
