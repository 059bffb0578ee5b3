import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiProblem, detailOf } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { type DocumentRecord, type Reason, useDocumentTitle } from './document-words.tsx'
import type { ReviewSubject } from './review-subject.ts'

const REVIEWS = [
  'getOperationsContractor',
  'getOperationsEmployer',
  'listOperationsContractors',
  'listOperationsEmployers',
] as const

/** Why a document is rejected: what its owner reads, in words of the operator's own where they wrote some. */
type Words = { readonly reason_code: Reason; readonly reason?: string }

/** What was ticked off: what differs and is right all the same, and whom else the same papers are of. */
type Compared = { readonly differences: readonly string[]; readonly used_by: readonly string[] }

/** What is decided about somebody and their documents, each as it was opened; what is refused says why and shows what is new. */
export function useDecisions(
  subject: ReviewSubject,
  { differences, used_by, onVerified }: Compared & { readonly onVerified: () => void },
) {
  const t = useTranslations('people.decision')
  const titleOf = useDocumentTitle()
  const [wrong, setWrong] = useState<string>()
  const { kind: userTypes, id: sub, name } = subject
  const onProblem = (problem: ApiProblem) => {
    setWrong(detailOf(problem))
    return true
  }
  const one = useCall('decideDocument', {
    refresh: REVIEWS,
    onProblem,
    onSuccess: ({ document_status }, { params: { document } }) => {
      setWrong(undefined)
      const of = subject.documents.find(({ document_uuid }) => document_uuid === document)
      const title = of ? titleOf(of) : ''
      openAlert(t(document_status === 'REJECTED' ? 'rejected' : 'accepted', { title, name }), {
        severity: 'success',
      })
    },
  })
  const whole = useCall('changeStanding', {
    refresh: [...REVIEWS, 'listUnpaid', 'getChecklist'],
    onProblem,
    onSuccess: () => {
      setWrong(undefined)
      openAlert(t('verified', { name }), { severity: 'success' })
      onVerified()
    },
  })
  const seen = ({ sha256, version }: DocumentRecord) => ({ sha256, version })
  const params = ({ document_uuid: document }: DocumentRecord) => ({ userTypes, sub, document })
  const deciding = one.variables?.body.decision === 'verify' ? 'accept' : 'reject'
  return {
    wrong,
    busy: one.isPending ? deciding : whole.isPending ? ('verify' as const) : undefined,
    accept: (of: DocumentRecord) =>
      one.mutate({ params: params(of), body: { decision: 'verify', ...seen(of) } }),
    reject: (of: DocumentRecord, words: Words, onSuccess: () => void) => {
      const body = { decision: 'reject' as const, ...seen(of), ...words }
      one.mutate({ params: params(of), body }, { onSuccess: () => onSuccess() })
    },
    verify: () =>
      whole.mutate({
        params: { userTypes, sub, operation: 'verify' },
        body: {
          version: subject.version,
          documents: subject.documents.map(of => ({
            document_uuid: of.document_uuid,
            ...seen(of),
          })),
          ...(differences.length > 0 && { differences: [...differences] }),
          ...(used_by.length > 0 && { used_by: [...new Set(used_by)] }),
        },
      }),
  }
}
