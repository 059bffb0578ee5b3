/** Whether a file is a contract that both sides signed here, for whoever holds it (decision 0055). */
import type { z } from 'zod'
import type { sharedContracts } from '#contract/shared-contracts.ts'
import { holdsFrom, paperState } from '#domain/contracts/paper.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { fromNetwork, takeWith } from '../kernel/limits.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { keptText, referenceOf } from './contract-document.ts'
import { findSignedPaper, type SignedPaper } from './verify.report.store.ts'

type Answer = z.output<(typeof sharedContracts)['verifyContract']['response']>

/**
 * Who signed the file of this digest, when, and whether it still holds. Null for every other digest, whether its file was changed, is a
 * draft or an offer, or never was. Each try counts for the network that it comes from.
 */
export async function verifyContract(ctx: Ctx, pdf_sha256: string): Promise<Answer> {
  await takeWith(
    ctx.tx,
    [fromNetwork('signed papers', ctx.address)],
    'kernel.problems.tooManyTries',
  )
  const paper = await findSignedPaper(ctx.tx, pdf_sha256)
  return { contract: paper ? await shown(ctx, paper) : null }
}

async function shown(ctx: Ctx, paper: SignedPaper): Promise<NonNullable<Answer['contract']>> {
  const { contract_end_date: end, superseded_from } = paper
  // The two are called what the paper calls them, whatever their names are by now.
  const [employer, contractor] = (await keptText(ctx, paper))?.text.parties ?? []
  const before = superseded_from === null ? null : addDays(superseded_from, -1)
  return {
    reference: referenceOf(paper.contract_uuid),
    kind: paper.kind,
    revision: paper.revision,
    state: paperState(paper, ctx.today),
    start_date: holdsFrom(paper),
    end_date: before !== null && (end === null || before < end) ? before : end,
    signatures: paper.signatures.map(({ party, name, earlier_name, signed_at }) => ({
      party,
      of:
        party === 'employer'
          ? (employer?.name ?? paper.employer_name)
          : (contractor?.name ?? paper.contractor_name),
      name,
      earlier_name,
      signed_at: new Date(signed_at),
    })),
  }
}
