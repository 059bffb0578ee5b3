import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { ID_DOCUMENT_TYPES, RESIDENCIES } from '#domain/people/identity-documents.ts'
import { dayAtFoot, numberAtFoot } from '#domain/people/passport-lines.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { fetchFile } from '#web/parts/download.tsx'
import { countryName } from '#web/parts/places.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { MessagesCard } from './messages-card.tsx'
import { addressLines } from './personal-form.ts'
import { ReviewScreen, reviewAddress } from './review-screen.tsx'
import type { Entered, ReviewSubject } from './review-subject.ts'

type Contractor = ClientOutput<'getOperationsContractor'>
type Paper = Contractor['documents'][number]

/** A contractor under review: each paper beside what they entered of what it says. */
export function ContractorReview({ sub }: { sub: string }) {
  const t = useTranslations('people.screen')
  return (
    <Page>
      <QueryView
        title={t('contractors.all')}
        of={query('getOperationsContractor', { params: { sub } })}
        skeleton={<ReviewSkeleton />}
      >
        {contractor => <Review contractor={contractor} />}
      </QueryView>
    </Page>
  )
}

/** The room that a review takes, before it is there. */
export function ReviewSkeleton() {
  return (
    <>
      <HeadSkeleton />
      <div className="halves">
        <CardSkeleton height={520} />
        <CardSkeleton height={520} />
      </div>
    </>
  )
}

function Review({ contractor }: { contractor: Contractor }) {
  const t = useTranslations('people.facts')
  const { sub, employers } = contractor
  const name = personName(contractor, contractor.email)
  const subject: ReviewSubject = {
    ...contractor,
    kind: 'contractors',
    id: sub,
    name,
    second: contractor.email,
    status: contractor.verification_status,
    ends_on: contractor.documents_expire_on,
    entered: useEntered(contractor),
    facts: (
      <DefinitionRows
        rows={[
          { id: 'email', term: t('email'), value: contractor.email },
          {
            id: 'country',
            term: t('country'),
            value: contractor.country_code ? countryName(contractor.country_code) : t('missing'),
          },
          {
            id: 'employers',
            term: t('worksFor'),
            value: <bdi>{employers.length > 0 ? employers.join(', ') : t('nobody')}</bdi>,
          },
        ]}
      />
    ),
    open: document => fetchFile('getContractorFile', { params: { sub, file: document.file_uuid } }),
    more: <MessagesCard sub={sub} name={name} />,
  }
  return <ReviewScreen subject={subject} />
}

/** What the contractor entered of what each of their papers says. */
function useEntered(contractor: Contractor): Entered[] {
  const t = useTranslations('people.facts')
  const identity = useIdentity(contractor.birth_date)
  const usedBefore = useUsedBefore()
  const given = [contractor.first_name, contractor.middle_name].filter(Boolean).join(' ')
  const row = (paper: Paper, id: string, term: string, value: string): Entered => ({
    id: `${paper.kind}.${id}`,
    of: paper.kind,
    term,
    value: <bdi>{value || t('missing')}</bdi>,
  })
  const names = (paper: Paper) => [
    row(paper, 'given', t('given'), given),
    row(paper, 'surname', t('surname'), contractor.last_name),
  ]
  const address = (paper: Paper, of: Contractor['permanent_address']) =>
    row(paper, 'address', t('address'), of ? addressLines(of).join(', ') : '')
  return contractor.documents.flatMap(paper => {
    switch (paper.kind) {
      case 'identification_document':
        return [...names(paper), ...identity(paper), ...usedBefore(paper)]
      case 'identification_document_back':
        return usedBefore(paper)
      case 'permanent_address_document':
        return [...names(paper), address(paper, contractor.permanent_address)]
      case 'mailing_address_document':
        return [...names(paper), address(paper, contractor.mailing_address)]
      case 'status_document':
        return [...names(paper), ...identity(paper), ...usedBefore(paper)]
      default:
        return []
    }
  })
}

/** Who else handed in a paper of this number, or this file. It is of who is named: another who comes is ticked off anew. */
function useUsedBefore(): (paper: Paper) => Entered[] {
  const t = useTranslations('people.facts')
  return ({ kind, used_by }) => {
    // A process of before does not say.
    if (!used_by) return []
    const id = `${kind}.used ${used_by.map(({ sub }) => sub).join(' ')}`
    const names = used_by.map(({ sub, name }, nth) => (
      <span key={sub}>
        {nth > 0 && ', '}
        <a href={reviewAddress('contractors', sub)}>
          <bdi>{name}</bdi>
        </a>
      </span>
    ))
    const value =
      names.length > 0 ? t.rich('usedBy', { names: () => <>{names}</> }) : t('usedByNobody')
    return [{ id, of: kind, term: t('used'), value, users: used_by }]
  }
}

/** What was entered of an identity document or a residence permit; what was not asked for is left out. */
function useIdentity(birth_date: Contractor['birth_date']): (paper: Paper) => Entered[] {
  const t = useTranslations('people.facts')
  const tDocuments = useTranslations('people.documents')
  const tUpload = useTranslations('people.upload')
  const today = useToday()
  return paper => {
    const { kind, document_type, residency, citizenship, issuing_country, expires_on } = paper
    const type = ID_DOCUMENT_TYPES.find(of => of === document_type)
    const right = RESIDENCIES.find(of => of === residency)
    const passport = kind === 'identification_document' && document_type === 'PASSPORT'
    const ended = expires_on !== null && expires_on < today
    const fact = (id: string, term: string, value: string | null | false | undefined) =>
      value ? [{ id: `${kind}.${id}`, of: kind, term, value: <bdi>{value}</bdi> }] : []
    const born = kind === 'identification_document' && birth_date
    return [
      ...fact('born', t('born'), born && formatDate(born)).map(of => ({
        ...of,
        foot: passport && born ? dayAtFoot(born) : undefined,
      })),
      ...fact('type', t('type'), type && tDocuments(`types.${type}`)),
      ...fact('number', t('number'), paper.number ?? paper.number_label).map(of => ({
        ...of,
        foot: passport && paper.number ? numberAtFoot(paper.number) : undefined,
      })),
      ...fact('issued', t('issued'), issuing_country && countryName(issuing_country)),
      ...fact('expires', t('expires'), expires_on && formatDate(expires_on)).map(of => ({
        ...of,
        wrong: ended ? t('ended') : undefined,
        foot: passport && expires_on ? dayAtFoot(expires_on) : undefined,
      })),
      ...fact('citizenship', t('citizenship'), citizenship && countryName(citizenship)),
      ...(kind === 'status_document'
        ? fact('right', t('right'), right && tUpload(`residencies.${right}`))
        : []),
    ]
  }
}
