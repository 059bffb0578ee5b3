import { ID_DOCUMENT_TYPE_LABELS, type IdDocumentType } from '#domain/people/identity-documents.ts'
import { VERIFICATION_STATUS_LABELS } from '#domain/people/verification.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { atTime } from '#web/parts/times.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { Say } from '#web/ui/say.tsx'

export type DocumentRecord = ClientOutput<'listDocuments'>[number]
export type VerificationStatus = ClientOutput<'getContractorSelf'>['verification_status']

const KINDS: Readonly<Record<string, string>> = {
  identification_document: 'Identification document',
  permanent_address_document: 'Proof of permanent address',
  mailing_address_document: 'Proof of mailing address',
  status_document: 'Status document',
  articles_of_incorporation: 'Articles of incorporation',
  business_license: 'Business license',
  names_and_owners: 'Names and owners',
}

/** What a document is, in words; with the type of an identity document. */
export function documentTitle({ kind, document_type }: DocumentRecord): string {
  const type = document_type && ID_DOCUMENT_TYPE_LABELS[document_type as IdDocumentType]
  const name = KINDS[kind] ?? kind.replaceAll('_', ' ')
  return type ? `${name}, ${type}` : name
}

const TONES = {
  UNVERIFIED: 'hollow',
  PENDING_REVIEW: 'run',
  VERIFIED: 'ok',
  REJECTED: 'err',
} as const

/** How far a person, a company or a document is verified. */
export function VerificationChip({ status }: { status: VerificationStatus }) {
  return <StatusChip tone={TONES[status]}>{VERIFICATION_STATUS_LABELS[status]}</StatusChip>
}

/** Who opened a document and when, newest first; that nobody did is said too. */
export function DocumentReads({ reads }: { reads: DocumentRecord['reads'] }) {
  if (reads.length === 0)
    return (
      <Say kind="note" icon="eye-off">
        Nobody has opened it.
      </Say>
    )
  return (
    <ul className="stack g4">
      {reads.map(read => (
        <li key={`${read.reader_name} ${read.read_at}`}>
          <Say kind="note" icon="eye">
            Opened by <bdi>{read.reader_name}</bdi>, {read.reader_role}, {atTime(read.read_at)}
          </Say>
        </li>
      ))}
    </ul>
  )
}
