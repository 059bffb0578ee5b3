import { CursorPager } from '#web/kernel/cursor-pager.tsx'
import { fetchFile } from '#web/kernel/download.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { useAddress } from '#web/kernel/use-address.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ReviewPage } from './parts/review-page.tsx'
import { ReviewRows, ReviewToolbar } from './parts/review-queue.tsx'
import type { ReviewSubject } from './parts/review-subject.ts'

type Employer = ClientOutput<'listOperationsEmployers'>['items'][number]
type Query = NonNullable<ClientInput<'listOperationsEmployers'>['query']>

function subjectOf(employer: Employer): ReviewSubject {
  const { employer_uuid: id, domain, contact } = employer
  const name = employer.corporation_name || employer.business_name || contact.email
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
  const { get } = useAddress()
  const filter: Query = {
    ...(get('search') ? { search: get('search') } : {}),
    ...(get('verification')
      ? { verification: get('verification') as NonNullable<Query['verification']> }
      : {}),
    ...(get('cursor') ? { cursor: get('cursor') } : {}),
  }
  return (
    <ReviewPage what="employer" of={query('listOperationsEmployers', { query: filter })}>
      {({ items, counts, next_cursor }) => (
        <>
          <ReviewToolbar counts={counts} />
          <ReviewRows subjects={items.map(subjectOf)} />
          <CursorPager next={next_cursor} shown={items.length} name="employers" />
        </>
      )}
    </ReviewPage>
  )
}
