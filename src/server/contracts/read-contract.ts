/** What is read before it is signed: the text of the PDF as it stands, and what it changes of the revision before. */
import type { z } from 'zod'
import type { ContractPages } from '#contract/contract-shapes.ts'
import type { ContractText } from '#domain/contracts/contract-text.ts'
import { exhibitLines } from '#domain/contracts/exhibit.ts'
import { holdsFrom } from '#domain/contracts/paper.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { fileReads, readFile } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { changedWords } from './changed-words.ts'
import { type ContractRow, selectContract } from './contract.report.store.ts'
import { frozenData, keptText } from './contract-document.ts'
import { getOwnContract, keepRead } from './find-contract.ts'
import { findObstacle } from './may-sign.ts'
import { expiryOf } from './sign-contract.ts'

type Pages = z.output<typeof ContractPages>

/** Of how many openings of one reader it is said when they were. */
const READS_SHOWN = 10

/** The text of the PDF as it stands. Reading it is opening the PDF: both sides see who did. */
export async function getContractText(ctx: Ctx, contract_uuid: string): Promise<Pages> {
  const contract = await getOwnContract(ctx, contract_uuid)
  const { pdf_file_uuid, pdf_sha256 } = contract
  if (!pdf_file_uuid || !pdf_sha256) throw new Problem('NOT_FOUND', 'contracts.problems.noPdfYet')
  const { size_bytes } = await readFile(ctx, pdf_file_uuid, 'contract')
  await keepRead(ctx, contract)
  const kept = await keptText(ctx, contract)
  const before = contract.supersedes_uuid
    ? await selectContract(ctx, contract.supersedes_uuid)
    : undefined
  const earlier = before && (await keptText(ctx, before))
  return {
    pdf_sha256,
    pages: kept?.pages ?? 0,
    size_bytes,
    waits: contract.status === 'DRAFT' || contract.status === 'AWAITING_SIGNATURE',
    text: kept?.text ?? null,
    reads: await readsOf(ctx, contract),
    blocked: await blockedBy(ctx, contract),
    sign_by: contract.status === 'AWAITING_SIGNATURE' ? expiryOf(contract) : null,
    since:
      kept && before && earlier
        ? {
            revision: before.revision,
            effective_date: holdsFrom(contract),
            ends: endsEarlier(contract, before),
            ...changesOf(kept.text, earlier.text),
          }
        : null,
  }
}

/** Where what waits would end before what it takes the place of, which does not come back: the last day of either. */
function endsEarlier(contract: ContractRow, before: ContractRow) {
  const waits = contract.status === 'DRAFT' || contract.status === 'AWAITING_SIGNATURE'
  const { contract_end_date: on } = contract
  const { contract_end_date: was, status } = before
  return waits && status === 'ACTIVE' && on !== null && (was === null || on < was)
    ? { on, was }
    : null
}

/** What stands in the way of the contractor's signature; null of what is no offer. */
async function blockedBy(ctx: Ctx, contract: ContractRow): Promise<Pages['blocked']> {
  if (contract.status !== 'AWAITING_SIGNATURE') return null
  const obstacle = await findObstacle(ctx, contract, await frozenData(ctx, contract))
  return obstacle ? withReason({ said: obstacle.said }) : null
}

/** How often each reader opened the file as it stands and the agreement, and when lately. */
async function readsOf(
  ctx: Ctx,
  { pdf_file_uuid, agreement_file_uuid }: ContractRow,
): Promise<Pages['reads']> {
  const files = [
    ['contract', pdf_file_uuid] as const,
    ['agreement', agreement_file_uuid] as const,
  ].flatMap(([document, file_uuid]) => (file_uuid ? [{ document, file_uuid }] : []))
  const readsOfFile = await fileReads(
    ctx,
    files.map(({ file_uuid }) => file_uuid),
  )
  const reads = files.flatMap(({ document, file_uuid }) =>
    readsOfFile(file_uuid).map(read => ({ document, ...read })),
  )
  const byReader = Map.groupBy(reads, ({ document, reader_role, reader_name, purpose }) =>
    JSON.stringify([document, reader_role, reader_name, purpose]),
  )
  return [...byReader.values()].flatMap(all =>
    all.slice(0, 1).map(({ read_at: _, ...reader }) => ({
      ...reader,
      times: all.length,
      read_at: all.slice(0, READS_SHOWN).map(({ read_at }) => read_at),
    })),
  )
}

/** Which terms are not what they were, and whether the clauses and the exhibit are word for word the same. */
function changesOf(now: ContractText, then: ContractText) {
  const was = new Map(then.terms.map(term => [term.id, said(term)]))
  const clauses = (text: ContractText) => JSON.stringify(text.sections.map(of => of.clauses))
  const stays = new Set(now.terms.map(term => term.id))
  const [exhibit, exhibitThen] = [exhibitText(now), exhibitText(then)]
  return {
    gone: then.terms
      .filter(term => !stays.has(term.id))
      .map(term => ({ term: term.term, was: said(term) })),
    exhibit: exhibit === exhibitThen ? [] : changedWords(exhibitThen, exhibit),
    changed: now.terms
      .filter(term => was.get(term.id) !== said(term))
      .map(({ id }) => ({ id, was: was.get(id) ?? null })),
    same_clauses: clauses(now) === clauses(then),
    same_exhibit: JSON.stringify(now.exhibit) === JSON.stringify(then.exhibit),
  }
}

/** The exhibit as lines, whether it is plain or in rich text. */
function exhibitText({ exhibit: { paragraphs, blocks } }: ContractText): string {
  const plain = paragraphs.map(lines => lines.join('\n'))
  const rich = (blocks ?? []).map(block =>
    block.kind === 'table'
      ? block.rows.map(row => exhibitLines([{ ...block, rows: [row] }]).join(' | ')).join('\n')
      : exhibitLines([block]).join('\n'),
  )
  return [...plain, ...rich].join('\n\n')
}

function said({ value, note }: ContractText['terms'][number]): string {
  return note === '' ? value : `${value}. ${note}`
}
