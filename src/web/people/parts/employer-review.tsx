import { useTranslations } from 'use-intl'
import { legalName } from '#domain/kernel/names.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { fetchFile } from '#web/parts/download.tsx'
import { countryName } from '#web/parts/places.ts'
import { QueryView } from '#web/parts/query-view.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Page } from '#web/ui/page.tsx'
import { detailRows } from './company-details-card.tsx'
import { companyLines } from './company-lines.ts'
import { ReviewSkeleton } from './contractor-review.tsx'
import { addressLines } from './personal-form.ts'
import { ReviewScreen } from './review-screen.tsx'
import type { Entered, ReviewSubject } from './review-subject.ts'

type Employer = ClientOutput<'getOperationsEmployer'>

/** A company under review: each paper beside what it said of itself. */
export function EmployerReview({ id }: { id: string }) {
  const t = useTranslations('people.screen')
  return (
    <Page>
      <QueryView
        title={t('employers.all')}
        of={query('getOperationsEmployer', { params: { id } })}
        skeleton={<ReviewSkeleton />}
      >
        {employer => <Review employer={employer} />}
      </QueryView>
    </Page>
  )
}

function Review({ employer }: { employer: Employer }) {
  const t = useTranslations('people.facts')
  const { employer_uuid: id, domain } = employer
  const subject: ReviewSubject = {
    ...employer,
    kind: 'employers',
    id,
    ...companyLines(employer),
    status: employer.verification_status,
    entered: useEntered(employer),
    facts: <Facts employer={employer} />,
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
  return <ReviewScreen subject={subject} />
}

function Facts({ employer }: { employer: Employer }) {
  const t = useTranslations('people.facts')
  const tDetails = useTranslations('people.company.details')
  const { domain, contact, details } = employer
  return (
    <DefinitionRows
      rows={[
        { id: 'domain', term: t('domain'), value: domain ?? t('noneYet') },
        { id: 'contact', term: t('contact'), value: <bdi>{contact.name}</bdi> },
        { id: 'email', term: t('email'), value: contact.email },
        { id: 'contractors', term: t('contractors'), value: employer.contractors },
        ...(details
          ? detailRows(details, tDetails).filter(({ id }) =>
              ['tax', 'industry', 'website'].includes(id),
            )
          : [{ id: 'details', term: t('details'), value: t('noDetails') }]),
        {
          id: 'accounts',
          term: t('accounts'),
          value:
            employer.accounts.length === 0
              ? t('noneYet')
              : employer.accounts.map(({ account_uuid, label, bank, address }) => (
                  <div key={account_uuid}>
                    {label}
                    <div className="cap t3">
                      <bdi>{bank?.account_name ?? address}</bdi>
                    </div>
                  </div>
                )),
        },
        ...(employer.is_partner ? [{ id: 'partner', term: t('kind'), value: t('partner') }] : []),
      ]}
    />
  )
}

/** What the company entered of what each of its papers says; its owners stand in their own paper, or in the articles. */
function useEntered(employer: Employer): Entered[] {
  const t = useTranslations('people.facts')
  const tDetails = useTranslations('people.company.details')
  const { details, documents } = employer
  const has = (kind: string) => documents.some(of => of.kind === kind)
  const row = (of: string, id: string, term: string, value: string): Entered => ({
    id: `${of}.${id}`,
    of,
    term,
    value: <bdi>{value || t('missing')}</bdi>,
  })
  const articles = 'articles_of_incorporation'
  const license = 'business_license'
  const owners = has('names_and_owners') ? 'names_and_owners' : articles
  const address = details ? addressLines(details.registered_address).join(', ') : ''
  const all = [
    row(articles, 'corporation', t('corporation'), legalName(employer)),
    ...(details
      ? [
          row(articles, 'registration', tDetails('registration'), details.registration_number),
          row(
            articles,
            'incorporated',
            tDetails('incorporated'),
            tDetails('incorporatedIn', {
              date: formatDate(details.date_of_incorporation),
              country: countryName(details.country_of_incorporation),
            }),
          ),
          row(articles, 'address', tDetails('address'), address),
          ...details.beneficial_owners.map((owner, i) =>
            row(
              owners,
              `owner-${i}`,
              tDetails('owners.owner', { number: i + 1 }),
              `${owner.name}, ${tDetails('owners.fact', {
                share: owner.share,
                born: formatDate(owner.birth_date),
                country: countryName(owner.country_code),
              })}`,
            ),
          ),
        ]
      : []),
    row(license, 'corporation', t('corporation'), legalName(employer)),
    ...(employer.business_name
      ? [row(license, 'business', t('business'), employer.business_name)]
      : []),
    ...(address ? [row(license, 'address', tDetails('address'), address)] : []),
  ]
  return all.filter(({ of }) => has(of))
}
