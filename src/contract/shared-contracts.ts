/** What the mailed link of a shared contract shows to whoever has it, and what the holder of a signed paper is told: they need not be anybody here. */
import { z } from 'zod'
import { CONTRACT_KINDS } from '#domain/contracts/contract.ts'
import { PAPER_STATES } from '#domain/contracts/paper.ts'
import { ContractStatus, ContractText } from './contract-shapes.ts'
import { AnyDigest, Digest, Instant, PlainDate } from './kernel/codecs.ts'
import { endpoint, file } from './kernel/endpoint.ts'

/** The token of a mailed link; one that cannot be ours is answered like every other that shows nothing. */
const ByToken = z.strictObject({ token: z.string().max(200) })

export const sharedContracts = {
  openSharedContract: endpoint({
    method: 'POST',
    path: '/contracts/shared/open',
    summary: 'The contract that a mailed link shows, as it is now; each time is recorded',
    access: 'public',
    byLink: true,
    touches: { neither: 'it only reads what the link is for' },
    body: ByToken,
    response: z.object({
      employer_name: z.string(),
      contractor_name: z.string(),
      role: z.string(),
      revision: z.int(),
      kind: z.enum(CONTRACT_KINDS),
      status: ContractStatus,
      /** The last day, where it has one. */
      contract_end_date: PlainDate.nullable(),
      expires_at: Instant,
      /** Null while the employer changes a draft, until its PDF is made again. */
      document: z
        .object({
          pdf_sha256: Digest,
          pages: z.int(),
          size_bytes: z.int(),
          /** Null of a PDF that was made before texts were kept: it is read as a file. */
          text: ContractText.nullable(),
        })
        .nullable(),
    }),
    problems: ['LINK_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  getSharedContractPdf: endpoint({
    method: 'POST',
    path: '/contracts/shared/pdf',
    summary: 'The PDF of the contract that a mailed link shows; each time is recorded',
    access: 'public',
    byLink: true,
    touches: { neither: 'it only reads what the link is for' },
    body: ByToken,
    response: file('application/pdf'),
    problems: ['LINK_NOT_VALID', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  verifyContract: endpoint({
    method: 'POST',
    path: '/contracts/verify',
    summary:
      'Whether a file of this SHA-256 is a contract that both sides signed here; null for every other',
    access: 'public',
    byLink: true,
    touches: { neither: 'it only says what stands at the head of the paper' },
    body: z.strictObject({ sha256: AnyDigest }),
    response: z.object({
      contract: z
        .object({
          reference: z.string(),
          /** OUTSIDE: both agreed to terms here, whose agreement was signed elsewhere. */
          kind: z.enum(CONTRACT_KINDS),
          revision: z.int(),
          state: z.enum(PAPER_STATES),
          /** The first and the last day that it holds, null without an end. */
          start_date: PlainDate,
          end_date: PlainDate.nullable(),
          signatures: z.array(
            z.object({
              party: z.enum(['employer', 'contractor']),
              /** For whom was signed: the company, or the contractor. */
              of: z.string(),
              /** Who signed. */
              name: z.string(),
              /** What they were called until lately, and until when; empty for nothing else. */
              earlier_name: z.string(),
              signed_at: Instant,
            }),
          ),
        })
        .nullable(),
    }),
    problems: ['TOO_MANY_REQUESTS'],
  }),
}
