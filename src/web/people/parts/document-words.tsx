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

/** The kinds of identity documents with the specification's labels (specification 3). */
export const ID_TYPES = {
  PASSPORT: 'Passport',
  DRIVERS_LICENSE: "Driver's License",
  NATIONAL_ID: 'National ID',
  OTHER: 'Other',
} as const

/** Residency with the specification's labels (specification 3). */
export const RESIDENCIES = {
  CITIZEN: 'Citizen',
  PERMANENT_RESIDENT: 'Permanent Resident',
  TEMPORARY_RESIDENT: 'Temporary Resident',
  OTHER: 'Other',
} as const

/** What a document is, in words; with the type of an identity document. */
export function documentTitle({ kind, document_type }: DocumentRecord): string {
  const type = document_type && ID_TYPES[document_type as keyof typeof ID_TYPES]
  const name = KINDS[kind] ?? kind.replaceAll('_', ' ')
  return type ? `${name}, ${type}` : name
}

const VERIFICATION = {
  UNVERIFIED: { tone: 'hollow', label: 'Unverified' },
  PENDING_REVIEW: { tone: 'run', label: 'Pending review' },
  VERIFIED: { tone: 'ok', label: 'Verified' },
  REJECTED: { tone: 'err', label: 'Rejected' },
} as const

/** How far a person, a company or a document is verified. */
export function VerificationChip({ status }: { status: VerificationStatus }) {
  const { tone, label } = VERIFICATION[status]
  return <StatusChip tone={tone}>{label}</StatusChip>
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
