import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { companyLines } from './parts/company-lines.ts'
import { EmployerReview } from './parts/employer-review.tsx'
import { ReviewPage } from './parts/review-page.tsx'
import type { ReviewRow } from './parts/review-subject.ts'

type Employer = ClientOutput<'listOperationsEmployers'>['items'][number]

/** A company as the queue shows it. */
function rowOf(employer: Employer): ReviewRow {
  return {
    ...employer,
    kind: 'employers',
    id: employer.employer_uuid,
    ...companyLines(employer),
    status: employer.verification_status,
  }
}

/** The review queue of companies, those who wait first; one that is opened, with its papers beside what it entered. */
export function OperatorEmployersPage() {
  const open = useAddress().get('open')
  if (open) return <EmployerReview key={open} id={open} />
  return (
    <ReviewPage
      what="employers"
      of={({ expiring: _, ...filter }) => query('listOperationsEmployers', { query: filter })}
      rowOf={rowOf}
    />
  )
}
