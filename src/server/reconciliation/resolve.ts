/** What operators do about a difference: book what the bank shows, say what it is the same as, or explain it. */
import { reconciliation as entries } from '#contract/reconciliation.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { BookedAs } from '#domain/reconciliation/difference.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import { newUuid, uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { accounts, postTransfers } from '../ledger/index.ts'
import { compare, whatIsKnown } from './compare.ts'
import { type DifferenceRow, findDifference } from './difference.report.store.ts'
import { presentDifferences } from './differences.ts'
import { findBooking, insertBooking, insertExplanation, isExplained } from './explanation.store.ts'
import { findEntry, type HeldEntry, keepMatches, lockMovement } from './match.store.ts'
import { holdComparison } from './statement.store.ts'

/** Says that an entry is a movement of the books; again changes nothing. Both are open, and of one sum. */
export async function matchBankEntry(ctx: Ctx, entry_uuid: string, transfer_uuid: string) {
  await holdComparison(ctx.tx)
  const entry = await getEntry(ctx, entry_uuid)
  const movement = await lockMovement(ctx.tx, transfer_uuid)
  if (!movement) throw new Problem('NOT_FOUND', 'reconciliation.problems.noSuchMovement')
  if (entry.match_uuid && entry.match_uuid === movement.match_uuid) return { matched: 0 }
  if (entry.match_uuid || movement.match_uuid)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'reconciliation.problems.matched')
  if (entry.currency !== movement.currency || entry.minor !== movement.minor)
    throw new Problem('AMOUNT_MISMATCH', 'reconciliation.problems.otherSum')
  await keepMatches(ctx.tx, [{ entry_uuid, transfer_uuid, match_uuid: entry_uuid }], ctx.now)
  audit(ctx, 'match', 'bank_entry', [entry_uuid], { transfer_uuid })
  return { matched: 2 }
}

async function getEntry(ctx: Ctx, entry_uuid: string, hold = true): Promise<HeldEntry> {
  const entry = await findEntry(ctx.tx, entry_uuid, hold)
  if (!entry) throw new Problem('NOT_FOUND', 'reconciliation.problems.noSuchEntry')
  return entry
}

/** What an entry is booked with. */
export type BookingContent = {
  readonly entry_uuid: string
  readonly booked_as: BookedAs
  readonly words: string
  readonly asked_by: string
}

/** Booking what no other book is for, which always takes two: it moves money of Corridor's own. */
export const bookEntryWork: Work<BookingContent, boolean> = {
  kind: 'book_bank_entry',
  entry: entries.bookBankEntry,
  always: () => true,
  title: ({ booked_as, words }) =>
    `${say(`reconciliation.bookedAs.${booked_as}`)}: ${unstopped(words)}`,
  totals: async (ctx, content) => {
    const entry = await entryToBook(ctx, content)
    return entry ? [absolute(entry)] : []
  },
  async *lines(ctx, { entry_uuid, booked_as, words }, held) {
    if (held) await holdComparison(ctx.tx)
    const entry = await getEntry(ctx, entry_uuid, held)
    yield [
      {
        ...NOBODYS,
        line_id: entry_uuid,
        label: say(`reconciliation.bookedWay.${booked_as}`, { way: wayOf(entry.minor) }),
        date: entry.day,
        amount: absolute(entry),
        facts: [entry_uuid, booked_as, entry.currency, entry.minor, entry.match_uuid, words],
      },
    ]
  },
  run: bookEntry,
  outcomeOf: done => ({ execution_uuid: null, done: done ? 1 : 0, refused: 0 }),
}

/** Words as they stand within a sentence. */
function unstopped(words: string): string {
  return words.replace(/\.$/, '')
}

const NOBODYS = { employer_name: '', employer_domain: '', contractor_name: null }

function wayOf(minor: bigint): 'in' | 'out' {
  return minor > 0n ? 'in' : 'out'
}

function absolute({ currency, minor }: { currency: string; minor: bigint }) {
  return { currency, minor: minor < 0n ? -minor : minor }
}

/** Keeps for a second operator what an entry is booked as. */
export async function bookBankEntry(
  ctx: Ctx,
  byTwo: SecondPerson,
  content: Omit<BookingContent, 'asked_by'>,
) {
  const outcome = await byTwo(ctx, bookEntryWork, { ...content, asked_by: ctx.actor.sub ?? '' })
  return 'waiting' in outcome ? { booked: false, ...outcome } : { booked: true }
}

/** The entry, held, that nothing is known of; undefined where it was booked as this already. */
async function entryToBook(ctx: Ctx, { entry_uuid, booked_as }: BookingContent) {
  await holdComparison(ctx.tx)
  const entry = await getEntry(ctx, entry_uuid)
  const before = await findBooking(ctx.tx, entry_uuid)
  if (before?.booked_as === booked_as) return undefined
  const row = await findDifference(ctx.tx, await whatIsKnown(ctx), `entry:${entry_uuid}`)
  const [view] = row ? await presentDifferences(ctx, [row]) : []
  if (before || view?.kind !== 'UNKNOWN')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'reconciliation.problems.known')
  return entry
}

async function bookEntry(ctx: Ctx, content: BookingContent): Promise<boolean> {
  const entry = await entryToBook(ctx, content)
  if (!entry) return false
  const { entry_uuid, booked_as, words, asked_by } = content
  const by = { asked_by, booked_by: ctx.actor.sub ?? '', booked_at: ctx.now }
  await insertBooking(ctx.tx, { entry_uuid, booked_as, words, ...by })
  const own = booked_as === 'COST' ? accounts.costs : accounts.exchange
  const [inside, outside] = [own(entry.currency), accounts.outsideWorld(entry.currency)]
  const came = entry.minor > 0n
  await postTransfers(ctx, [
    {
      transfer_uuid: uuidOf(`bank-entry:${entry_uuid}:${booked_as}`),
      from: came ? outside : inside,
      to: came ? inside : outside,
      amount: absolute(entry),
      code: booked_as === 'COST' ? 'bank_cost' : 'bank_exchanged',
      subject_uuid: entry_uuid,
    },
  ])
  await compare(ctx)
  audit(ctx, 'book', 'bank_entry', [entry_uuid], { booked_as, words })
  return true
}

/** What a difference is explained with. */
export type ExplanationContent = {
  readonly subject: string
  readonly amount_minor: string
  readonly words: string
  readonly asked_by: string
}

/** Explaining a difference, which always takes two: from then on nobody is asked to look at it. */
export const explainWork: Work<ExplanationContent, boolean> = {
  kind: 'explain_difference',
  entry: entries.explainDifference,
  always: () => true,
  title: ({ words }) => unstopped(words),
  totals: async (ctx, content) => {
    await holdComparison(ctx.tx)
    const found = await toExplain(ctx, content)
    return found ? [absolute(found)] : []
  },
  async *lines(ctx, content, held) {
    const { subject, amount_minor, words } = content
    if (held) await holdComparison(ctx.tx)
    const found = await toExplain(ctx, content)
    const [view] = found ? await presentDifferences(ctx, [found]) : []
    yield [
      {
        ...NOBODYS,
        line_id: subject,
        label: [view?.title, view?.bank_reference ?? view?.reference].filter(of => of).join(' '),
        date: found?.day ?? ctx.today,
        amount: absolute({ currency: found?.currency ?? 'USD', minor: BigInt(amount_minor) }),
        // With what it is: an entry that no book knew is another question once a book says another sum.
        facts: [
          ...[subject, amount_minor, words],
          ...(view ? [view.kind, view.books_say?.minor ?? null] : []),
        ],
      },
    ]
  },
  run: explain,
  outcomeOf: done => ({ execution_uuid: null, done: done ? 1 : 0, refused: 0 }),
}

/** Keeps for a second operator how a difference is explained. */
export async function explainDifference(
  ctx: Ctx,
  byTwo: SecondPerson,
  { amount_minor, ...content }: { subject: string; amount_minor: bigint; words: string },
) {
  const outcome = await byTwo(ctx, explainWork, {
    ...{ ...content, amount_minor: String(amount_minor), asked_by: ctx.actor.sub ?? '' },
  })
  return 'waiting' in outcome ? { explained: false, ...outcome } : { explained: true }
}

/** The difference of this amount; undefined where it was explained. NOT_FOUND for none, TRANSITION_NOT_ALLOWED where it is of another amount. */
async function toExplain(
  ctx: Ctx,
  { subject, amount_minor }: ExplanationContent,
): Promise<DifferenceRow | undefined> {
  if (await isExplained(ctx.tx, subject, BigInt(amount_minor))) return undefined
  const found = await findDifference(ctx.tx, await whatIsKnown(ctx), subject)
  if (!found) throw new Problem('NOT_FOUND', 'reconciliation.problems.noSuchDifference')
  if (found.minor !== BigInt(amount_minor))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'reconciliation.problems.changed')
  return found
}

async function explain(ctx: Ctx, content: ExplanationContent): Promise<boolean> {
  await holdComparison(ctx.tx)
  const found = await toExplain(ctx, content)
  if (!found) return false
  const [view] = await presentDifferences(ctx, [found])
  const { subject, words, asked_by } = content
  const explanation_uuid = newUuid()
  await insertExplanation(ctx.tx, {
    ...{ explanation_uuid, subject, words, asked_by, kind: view?.kind ?? 'UNKNOWN' },
    ...{ currency: found.currency, amount_minor: found.minor },
    ...{ explained_by: ctx.actor.sub ?? '', explained_at: ctx.now },
  })
  audit(ctx, 'explain', 'bank_explanation', [explanation_uuid], { subject, words })
  return true
}

function audit(ctx: Ctx, action: string, entity: string, entity_uuids: string[], after: object) {
  ctx.audit({ action, entity, entity_uuids, employer_uuid: null, after })
}
