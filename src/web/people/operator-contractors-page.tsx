import { personName } from '#domain/kernel/names.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { ContractorReview } from './parts/contractor-review.tsx'
import { ReviewPage } from './parts/review-page.tsx'
import type { ReviewRow } from './parts/review-subject.ts'

type Contractor = ClientOutput<'listOperationsContractors'>['items'][number]

/** A contractor as the queue shows them. */
function rowOf(contractor: Contractor): ReviewRow {
  return {
    ...contractor,
    kind: 'contractors',
    id: contractor.sub,
    name: personName(contractor, contractor.email),
    second: contractor.email,
    status: contractor.verification_status,
    missing: contractor.missing,
    ends_on: contractor.documents_expire_on,
  }
}

/** The review queue of contractors, those who wait first; one that is opened, with their papers beside what they entered. */
export function OperatorContractorsPage() {
  const open = useAddress().get('open')
  if (open) return <ContractorReview key={open} sub={open} />
  return (
    <ReviewPage
      what="contractors"
      of={filter => query('listOperationsContractors', { query: filter })}
      rowOf={rowOf}
    />
  )
}
