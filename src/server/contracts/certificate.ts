/** The last page of a signed contract: who did what, when, from where, and which file each of them read and signed. */
import type { CertificateText } from '#domain/contracts/contract-text.ts'
import { assert } from '#domain/kernel/assert.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import type SaidContracts from '#messages/en/contracts.json'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import type { ContractRow } from './contract.report.store.ts'
import { listSteps } from './contract-step.store.ts'

/** A signature as it was given: it binds to the SHA-256 of exactly the document that was signed. */
export type GivenSignature = {
  readonly name: string
  /** What was typed instead, and confirmed to be the same person. */
  readonly typed_name?: string | undefined
  /** What they were called until lately, and until when. */
  readonly earlier_name?: string | undefined
  readonly title: string | null
  readonly email: string
  readonly signed_at: string
  readonly address: string
  readonly document_sha256: string
}

/** What is said of one step; `document_sha256` is of what was read or signed. */
export type CertifiedStep = {
  readonly what: 'drafted' | 'readByClient' | 'readByContractor' | 'openedAgreement' | Agreed
  readonly name: string
  readonly title: string | null
  readonly email: string
  readonly address: string
  readonly at: string
  readonly document_sha256: string
}

/** How each side agreed: by signing, or by stating and confirming terms whose agreement was signed elsewhere. */
type Agreed = 'offered' | 'signed' | 'stated' | 'confirmed'

export type Certified = {
  readonly steps: readonly CertifiedStep[]
  /** Where anybody asks whether a file is the one that was signed. */
  readonly page: string
}

/** What the certificate of a contract says that both have signed; of what was read only what was then signed counts. */
export async function certifiedOf(
  ctx: Ctx,
  contract: ContractRow,
  signatures: {
    readonly employer: GivenSignature | null
    readonly contractor: GivenSignature | null
  },
): Promise<Certified> {
  const { employer, contractor } = signatures
  const outside = contract.kind === 'OUTSIDE'
  assert(employer && contractor, 'a certificate is of what both signed')
  const kept = (await listSteps(ctx.tx, contract.contract_uuid)).map(step => ({
    ...step,
    title: null,
    at: step.happened_at.toISOString(),
    document_sha256: step.pdf_sha256,
  }))
  const reads = (party: 'employer' | 'contractor', what: CertifiedStep['what']) => {
    const signed = (party === 'employer' ? employer : contractor).document_sha256
    return kept
      .filter(step => step.what === 'read' && step.party === party && step.pdf_sha256 === signed)
      .map(step => stepOf(what, step))
  }
  return {
    steps: [
      ...kept.filter(step => step.what === 'draft').map(step => stepOf('drafted', step)),
      ...reads('employer', 'readByClient'),
      stepOf(outside ? 'stated' : 'offered', { ...employer, at: employer.signed_at }),
      ...kept
        .filter(
          step => step.party === 'contractor' && step.pdf_sha256 === contract.agreement?.sha256,
        )
        .map(step => stepOf('openedAgreement', step)),
      ...reads('contractor', 'readByContractor'),
      stepOf(outside ? 'confirmed' : 'signed', { ...contractor, at: contractor.signed_at }),
    ],
    page: `${ctx.gateways.publicUrl.replace(/\/$/, '')}/verify`,
  }
}

function stepOf(
  what: CertifiedStep['what'],
  of: Omit<GivenSignature, 'signed_at' | 'typed_name' | 'earlier_name'> & { readonly at: string },
): CertifiedStep {
  const { name, title, email, address, at, document_sha256 } = of
  return { what, name, title, email, address, at, document_sha256 }
}

type Key = keyof (typeof SaidContracts)['documents']['certificate']
const said = (key: Key) => say(`contracts.documents.certificate.${key}`)

/** The words of the certificate. */
export function certificateText({ steps, page }: Certified): CertificateText {
  return {
    title: said('title'),
    lead: said('lead'),
    steps: steps.map(step => ({
      what: said(step.what),
      name: step.name,
      rows: [
        ...row('title_of', step.title),
        ...row('email', step.email),
        ...row('at', instantOf(step.at)),
        ...row('from', step.address),
        ...row('fingerprint', step.document_sha256),
      ],
    })),
    seal_title: said('seal'),
    seal: [said('sealed'), said('changed')],
    page_lead: said('verify'),
    page,
  }
}

function row(key: Key, value: string | null) {
  return value ? [{ term: said(key), value }] : []
}

function instantOf(instant: string): string {
  const [date, time] = [formatDate(instant.slice(0, 10)), instant.slice(11, 19)]
  return say('documents.documents.layout.instant', { date, time })
}
