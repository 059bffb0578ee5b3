import { useTranslations } from 'use-intl'
import { legalName } from '#domain/kernel/names.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { fetchFile } from '#web/parts/download.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import type { Translator } from '#web/words/words.tsx'
import { detailRows } from './parts/company-details-card.tsx'
import { companyLines } from './parts/company-lines.ts'
import { ReviewPage } from './parts/review-page.tsx'
import type { ReviewSubject } from './parts/review-subject.ts'

type Employer = ClientOutput<'listOperationsEmployers'>['items'][number]

function subjectOf(
  employer: Employer,
  t: Translator<'people.facts'>,
  tDetails: Translator<'people.company.details'>,
): ReviewSubject {
  const { employer_uuid: id, domain, contact } = employer
  const legal = legalName(employer) || contact.email
  return {
    ...employer,
    kind: 'employers',
    id,
    ...companyLines(employer),
    status: employer.verification_status,
    facts: [
      { id: 'corporation', term: t('corporation'), value: <bdi>{legal}</bdi>, strong: true },
      {
        id: 'business',
        term: t('business'),
        value: <bdi>{employer.business_name || t('none')}</bdi>,
      },
      { id: 'domain', term: t('domain'), value: domain ?? t('noneYet') },
      { id: 'country', term: t('country'), value: employer.country_code },
      { id: 'contact', term: t('contact'), value: <bdi>{contact.name}</bdi> },
      { id: 'email', term: t('email'), value: contact.email },
      { id: 'contractors', term: t('contractors'), value: employer.contractors },
      ...(employer.details
        ? detailRows(employer.details, tDetails)
        : [{ id: 'details', term: t('details'), value: t('noDetails') }]),
      ...(employer.is_partner ? [{ id: 'partner', term: t('kind'), value: t('partner') }] : []),
    ],
    open: document =>
      fetchFile('getEmployerDocument', { params: { id, doc: document.document_uuid } }),
    more: domain && (
      <LinkButton
        variant="secondary"
        icon="payroll"
        full
        href={`/operations/employers/${encodeURIComponent(domain)}/payroll`}
      >
        {t('cycles')}
      </LinkButton>
    ),
  }
}

/** The review queue of companies: those who wait first, their documents beside the facts to compare them with. */
export function OperatorEmployersPage() {
  const t = useTranslations('people.company.details')
  return (
    <ReviewPage
      what="employers"
      of={filter => query('listOperationsEmployers', { query: filter })}
      subjectOf={(employer, tFacts) => subjectOf(employer, tFacts, t)}
    />
  )
}
