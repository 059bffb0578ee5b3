import type { ReactNode } from 'react'
import type { FileAnswer } from '#web/kernel/types.ts'
import type { DefinitionRow } from '#web/ui/definition-rows.tsx'
import type { DocumentRecord, VerificationStatus } from './document-words.tsx'

/** A company or a person as the review queues show them, and how their documents are opened. */
export interface ReviewSubject {
  readonly kind: 'employers' | 'contractors'
  readonly id: string
  readonly name: string
  readonly second: ReactNode
  readonly country_code: string | null
  readonly status: VerificationStatus
  readonly suspended: boolean
  readonly waiting_since: string | null
  readonly version: number
  readonly documents: readonly DocumentRecord[]
  readonly facts: readonly DefinitionRow[]
  readonly allowed_actions: readonly ('verify' | 'unverify' | 'suspend' | 'reinstate')[]
  readonly open: (document: DocumentRecord) => Promise<FileAnswer>
  readonly more?: ReactNode
}
