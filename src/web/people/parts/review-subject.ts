import type { ReactNode } from 'react'
import type { ClientOutput, FileAnswer } from '#web/kernel/types.ts'
import type { DocumentRecord, VerificationStatus } from './document-words.tsx'

export type Claim = NonNullable<ClientOutput<'getOperationsContractor'>['claim']>
export type Place = ClientOutput<'getOperationsContractor'>['place']

/** Something that was entered and that a paper says as well. */
export interface Entered {
  /** What it is called where the comparison is kept. */
  readonly id: string
  /** The kind of the document that says it. */
  readonly of: string
  readonly term: string
  readonly value: ReactNode
  /** What is wrong with it without looking. */
  readonly wrong?: string | undefined
  /** How the lines for machines of its paper spell it. */
  readonly foot?: string | undefined
  /** Who else handed in the same paper, which nobody compares: nobody, or people who are looked at and ticked off. */
  readonly users?: readonly { readonly sub: string; readonly name: string }[] | undefined
}

/** Whether the reader holds it against the paper. */
export function isCompared({ users }: Entered): boolean {
  return users === undefined
}

/** Whether somebody else's paper is the same, which is ticked off. */
export function isOthers({ users = [] }: Entered): boolean {
  return users.length > 0
}

/** A company or a person as the review queues show them. */
export interface ReviewRow {
  readonly kind: 'employers' | 'contractors'
  readonly id: string
  readonly name: string
  readonly second: ReactNode
  readonly country_code: string | null
  readonly status: VerificationStatus
  readonly suspended: boolean
  readonly waiting_since: string | null
  readonly review_by: string | null
  readonly claim: Claim | null
  /** The kinds of documents that are needed and were not sent. */
  readonly missing: readonly string[]
  /** The day on which the first of the papers ends. */
  readonly ends_on?: string | null | undefined
}

/** The same, as they are reviewed: what was entered, the papers, and how these are opened. */
export interface ReviewSubject extends ReviewRow {
  readonly version: number
  /** When they last changed something: what was compared and opened before counts no more. */
  readonly changed_at: string | null
  /** The documents that who looks has yet to open. */
  readonly to_open: readonly string[]
  readonly documents: readonly DocumentRecord[]
  readonly entered: readonly Entered[]
  readonly place: Place
  /** Since when a possible match on a list of sanctions waits for an answer. */
  readonly match_since: string | null
  /** Since when they are suspended, and why; a process of before does not say. */
  readonly suspension?: ClientOutput<'getOperationsContractor'>['suspension']
  readonly allowed_actions: ClientOutput<'getOperationsContractor'>['allowed_actions']
  readonly open: (document: DocumentRecord) => Promise<FileAnswer>
  readonly facts: ReactNode
  readonly more?: ReactNode
}
