import { personName } from '#domain/kernel/names.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { fetchFile } from '#web/parts/download.tsx'
import type { Translator } from '#web/words/words.tsx'
import { MessagesCard } from './parts/messages-card.tsx'
import { addressLines } from './parts/personal-form.ts'
import { ReviewPage } from './parts/review-page.tsx'
import type { ReviewSubject } from './parts/review-subject.ts'

type Contractor = ClientOutput<'listOperationsContractors'>['items'][number]

function subjectOf(contractor: Contractor, t: Translator<'people.facts'>): ReviewSubject {
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
      { id: 'name', term: t('legalName'), value: <bdi>{name}</bdi>, strong: true },
      {
        id: 'address',
        term: t('permanent'),
        value: address ? <Lines lines={addressLines(address)} /> : t('missing'),
      },
      { id: 'email', term: t('email'), value: contractor.email },
      {
        id: 'employers',
        term: t('worksFor'),
        value: employers.length > 0 ? <Lines lines={employers} /> : t('nobody'),
      },
    ],
    open: document => fetchFile('getContractorFile', { params: { sub, file: document.file_uuid } }),
    more: <MessagesCard sub={sub} name={name} />,
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
      what="contractors"
      of={filter => query('listOperationsContractors', { query: filter })}
      subjectOf={subjectOf}
    />
  )
}
