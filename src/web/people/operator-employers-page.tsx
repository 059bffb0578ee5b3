import { legalName } from '#domain/kernel/names.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { fetchFile } from '#web/parts/download.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ReviewPage } from './parts/review-page.tsx'
import type { ReviewSubject } from './parts/review-subject.ts'

type Employer = ClientOutput<'listOperationsEmployers'>['items'][number]

function subjectOf(employer: Employer): ReviewSubject {
  const { employer_uuid: id, domain, contact } = employer
  const name = legalName(employer) || contact.email
  return {
    ...employer,
    kind: 'employers',
    id,
    name,
    second: domain ?? contact.email,
    status: employer.verification_status,
    facts: [
      { id: 'corporation', term: 'Corporation', value: <bdi>{name}</bdi>, strong: true },
      {
        id: 'business',
        term: 'Business name',
        value: <bdi>{employer.business_name || 'None'}</bdi>,
      },
      { id: 'domain', term: 'Domain', value: domain ?? 'None yet' },
      { id: 'country', term: 'Country', value: employer.country_code },
      { id: 'contact', term: 'Contact', value: <bdi>{contact.name}</bdi> },
      { id: 'email', term: 'Email', value: contact.email },
      { id: 'contractors', term: 'Contractors', value: employer.contractors },
      ...(employer.is_partner ? [{ id: 'partner', term: 'Kind', value: 'Partner' }] : []),
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
        Pay cycles
      </LinkButton>
    ),
  }
}

/** The review queue of companies: those who wait first, their documents beside the facts to compare them with. */
export function OperatorEmployersPage() {
  return (
    <ReviewPage
      what="employer"
      of={filter => query('listOperationsEmployers', { query: filter })}
      subjectOf={subjectOf}
    />
  )
}
