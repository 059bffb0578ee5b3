import { useTranslations } from 'use-intl'
import { ID_DOCUMENT_TYPES } from '#domain/people/identity-documents.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { atTime } from '#web/parts/times.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { Say } from '#web/ui/say.tsx'
import type { ALL_WORDS } from '#web/words/all-words.ts'

export type DocumentRecord = ClientOutput<'listDocuments'>[number]
export type VerificationStatus = ClientOutput<'getContractorSelf'>['verification_status']

/** What the wire carries as text. */
type DocumentKind = keyof (typeof ALL_WORDS)['people']['documents']['kinds']

/** What is usually wrong with a paper; the last says nothing without words. */
export const REASONS = [
  'NOT_SHARP',
  'CUT_OFF',
  'BACK_MISSING',
  'OTHER_DOCUMENT',
  'NAME_DIFFERS',
  'ADDRESS_DIFFERS',
  'DETAILS_DIFFER',
  'EXPIRED',
  'TOO_OLD',
  'OTHER',
] as const satisfies readonly NonNullable<DocumentRecord['reason_code']>[]
export type Reason = (typeof REASONS)[number]

/** What contractors send. */
export const PERSONAL_KINDS = [
  'identification_document',
  'identification_document_back',
  'status_document',
  'permanent_address_document',
  'mailing_address_document',
] as const
export type PersonalKind = (typeof PERSONAL_KINDS)[number]

/** What says what a document is, with the type of an identity document. */
export function useDocumentTitle(): (document: DocumentRecord) => string {
  const t = useTranslations('people.documents')
  return ({ kind: code, document_type }) => {
    const type = ID_DOCUMENT_TYPES.find(one => one === document_type)
    const kind = t(`kinds.${code as DocumentKind}`)
    return type ? t('titled', { kind, type: t(`types.${type}`) }) : kind
  }
}

/** What a kind of document is called, also where there is none of it. */
export function useKindOfDocument(): (kind: string) => string {
  const t = useTranslations('people.documents')
  return kind => t(`kinds.${kind as DocumentKind}`)
}

/** What says what a document is in a word or two, beside others of the same person. */
export function useShortTitle(): (document: DocumentRecord) => string {
  const t = useTranslations('people.documents')
  return ({ kind: code, document_type }) => {
    const type = ID_DOCUMENT_TYPES.find(one => one === document_type && one !== 'OTHER')
    return type ? t(`types.${type}`) : t(`short.${code as DocumentKind}`)
  }
}

const TONES = {
  UNVERIFIED: 'hollow',
  PENDING_REVIEW: 'run',
  VERIFIED: 'ok',
  REJECTED: 'err',
} as const

/** How far a person, a company or a document is verified. */
export function VerificationChip({ status }: { status: VerificationStatus }) {
  const t = useTranslations('people.documents')
  return <StatusChip tone={TONES[status]}>{t(`verification.${status}`)}</StatusChip>
}

/** Who opened a document and when, newest first; that nobody did is said too. */
export function DocumentReads({ reads }: { reads: DocumentRecord['reads'] }) {
  const t = useTranslations('people.documents')
  if (reads.length === 0)
    return (
      <Say kind="note" icon="eye-off">
        {t('unread')}
      </Say>
    )
  return (
    <ul className="stack g4">
      {reads.map(read => (
        <li key={`${read.reader_name} ${read.read_at}`}>
          <Say kind="note" icon="eye">
            {t.rich('read', {
              role: read.reader_role,
              purpose: read.purpose || 'other',
              time: atTime(read.read_at),
              name: () => <bdi>{read.reader_name}</bdi>,
            })}
          </Say>
        </li>
      ))}
    </ul>
  )
}
