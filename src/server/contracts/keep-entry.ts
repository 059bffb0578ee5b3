/** What is typed of a contract is kept as it is typed, until its terms are put or it is discarded (decision 0062). */
import type { z } from 'zod'
import type { ContractDraft } from '#contract/contract-shapes.ts'
import type { contracts } from '#contract/contracts.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getContractorRow } from '../people/index.ts'
import { selectContract } from './contract.report.store.ts'
import { lockPair } from './contract.store.ts'
import { draftChanged } from './draft-changed.ts'
import { checkContractor } from './draft-contract.ts'
import { namesOf } from './entry.report.store.ts'
import {
  countEntries,
  deleteEntry,
  type EntryRow,
  insertEntry,
  listEntries,
  lockEntry,
  updateEntry,
} from './entry.store.ts'

type Draft = z.output<typeof ContractDraft>
type Typed = Pick<EntryRow, 'terms_version' | 'entry'>
type Kept = z.output<(typeof contracts)['putContractDraft']['body']>

/** What was typed of contracts with a contractor, by `contractor_sub` or the invitation's uuid, newest first and few (`requireRoom`); NOT_FOUND for a stranger. */
export async function listContractDrafts(ctx: Ctx, id: string): Promise<Draft[]> {
  const { contractor_sub } = await getContractorRow(ctx, id)
  if (contractor_sub === null) return []
  return present(ctx, await listEntries(ctx, employerOf(ctx.actor), contractor_sub))
}

/**
 * Keeps what was typed, whatever lacks, and over which terms. The same again changes nothing; what was changed of another version than the newest is
 * CONTRACT_CHANGED, which says who saved that and when. It makes no contract and changes none: terms that were put meanwhile stay, and so does what was typed.
 */
export async function putContractDraft(
  ctx: Ctx,
  contract_uuid: string,
  { contractor_sub, version, terms, entry }: Kept,
): Promise<Draft> {
  const employer_uuid = employerOf(ctx.actor)
  await checkContractor(ctx, employer_uuid, contractor_sub)
  await checkStillDraft(ctx, contract_uuid, { employer_uuid, contractor_sub })
  const saved = { contract_uuid, entry, saved_at: ctx.now, saved_by: ctx.actor.sub }
  const known = await lockEntry(ctx, contract_uuid)
  if (!known && version > 0) throw new Problem('CONTRACT_CHANGED', 'contracts.problems.draftGone')
  if (!known) await requireRoom(ctx, { employer_uuid, contractor_sub, saved_by: ctx.actor.sub })
  const first = { ...saved, contractor_sub, terms_version: terms }
  const made = known ? undefined : await insertEntry(ctx, { ...first, employer_uuid })
  if (made) return presentOne(ctx, { ...first, ...made })
  // Who came at the same moment with the same id was first.
  const newest = known ?? (await lockEntry(ctx, contract_uuid))
  if (newest?.contractor_sub !== contractor_sub)
    throw new Problem('NOT_FOUND', 'contracts.problems.noSuchContract')
  const typed = { terms_version: terms ?? newest.terms_version, entry }
  if (saysSame(newest, typed)) return presentOne(ctx, newest)
  if (newest.version !== version) throw await draftChanged(ctx, newest.saved_by, newest.saved_at)
  const next = { ...saved, ...typed, version: version + 1 }
  await updateEntry(ctx, next)
  return presentOne(ctx, { ...next, contractor_sub })
}

function saysSame(was: EntryRow, { terms_version, entry }: Typed): boolean {
  return was.terms_version === terms_version && JSON.stringify(was.entry) === JSON.stringify(entry)
}

/** So many are typed with one contractor, and kept of one person, before some are sent or discarded: a list of them stays one that is read. */
const MOST_OF_CONTRACTOR = 20
const MOST_OF_PERSON = 100

/** Throws where there are as many as anybody can look through; what is kept is changed all the same. */
async function requireRoom(ctx: Ctx, of: Parameters<typeof countEntries>[1]): Promise<void> {
  const { of_contractor, of_person } = await countEntries(ctx.tx, of)
  if (of_contractor >= MOST_OF_CONTRACTOR)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.draftsOfContractor', {
      params: { most: MOST_OF_CONTRACTOR },
    })
  if (of_person >= MOST_OF_PERSON)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.draftsOfPerson', {
      params: { most: MOST_OF_PERSON },
    })
}

/** Forgets what was typed; NOT_FOUND where nothing is kept, CONTRACT_CHANGED where it is another version than was `seen`. A contract of this id stays as it is. */
export async function discardContractDraft(
  ctx: Ctx,
  contract_uuid: string,
  seen?: number,
): Promise<{ ok: true }> {
  const typed = await lockEntry(ctx, contract_uuid)
  if (!typed) throw new Problem('NOT_FOUND', 'contracts.problems.noSuchDraft')
  if (seen !== undefined && seen !== typed.version)
    throw await draftChanged(ctx, typed.saved_by, typed.saved_at)
  await deleteEntry(ctx.tx, contract_uuid)
  ctx.audit({
    action: 'discard_entry',
    entity: 'contract',
    entity_uuids: [contract_uuid],
    employer_uuid: employerOf(ctx.actor),
    before: null,
    after: null,
  })
  return { ok: true }
}

/** Throws unless the id is nobody's yet, or that of a draft of this pair, which is held. */
async function checkStillDraft(
  ctx: Ctx,
  contract_uuid: string,
  pair: { readonly employer_uuid: string; readonly contractor_sub: string },
): Promise<void> {
  if (!(await selectContract(ctx, contract_uuid))) return
  await lockPair(ctx.tx, pair)
  const contract = await selectContract(ctx, contract_uuid)
  if (
    contract?.employer_uuid !== pair.employer_uuid ||
    contract.contractor_sub !== pair.contractor_sub
  )
    throw new Problem('NOT_FOUND', 'contracts.problems.noSuchContract')
  if (contract.status !== 'DRAFT')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.termsStay', {
      params: { status: contract.status },
    })
}

async function presentOne(ctx: Ctx, row: EntryRow): Promise<Draft> {
  const [draft] = await present(ctx, [row])
  return draft as Draft
}

async function present(ctx: Ctx, rows: readonly EntryRow[]): Promise<Draft[]> {
  const names = await namesOf(
    ctx.tx,
    rows.map(({ saved_by }) => saved_by),
  )
  return rows.map(({ contract_uuid, version, terms_version, entry, saved_at, saved_by }) => ({
    contract_uuid,
    version,
    terms_version,
    entry,
    saved_at,
    saved_by_name: names.get(saved_by) ?? '',
    mine: saved_by === ctx.actor.sub,
  }))
}
