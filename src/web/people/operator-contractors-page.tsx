import { personName } from '#domain/kernel/names.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { fetchFile } from '#web/parts/download.ts'
import { addressLines } from './parts/personal-form.ts'
import { ReviewPage } from './parts/review-page.tsx'
import type { ReviewSubject } from './parts/review-subject.ts'

type Contractor = ClientOutput<'listOperationsContractors'>['items'][number]

function subjectOf(contractor: Contractor): ReviewSubject {
  const { sub, permanent_address: address, employers } = contractor
  const name = personName(contractor, contractor.email)
  return {
    ...contractor,
    kind: 'contractors',
    id: sub,
    name,
    second: contractor.email,
    status: contractor.verification_status,
    facts: [
      { id: 'name', term: 'Legal name', value: <bdi>{name}</bdi>, strong: true },
      {
        id: 'address',
        term: 'Permanent address',
        value: address ? <Lines lines={addressLines(address)} /> : 'Missing',
      },
      { id: 'email', term: 'Email', value: contractor.email },
      {
        id: 'employers',
        term: 'Works for',
        value: employers.length > 0 ? <Lines lines={employers} /> : 'Nobody yet',
      },
    ],
    open: document => fetchFile('getContractorFile', { params: { sub, file: document.file_uuid } }),
  }
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map(line => (
    <bdi key={line} style={{ display: 'block' }}>
      {line}
    </bdi>
  ))
}

/** The review queue of contractors: those who wait first, their documents beside the facts to compare them with. */
export function OperatorContractorsPage() {
  return (
    <ReviewPage
      what="contractor"
      of={filter => query('listOperationsContractors', { query: filter })}
      subjectOf={subjectOf}
    />
  )
}
