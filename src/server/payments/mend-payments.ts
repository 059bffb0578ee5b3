/** Everything that operators do about payments that went wrong: an answer for each, and nothing of one undone by another. */
import type { z } from 'zod'
import type { mending } from '#contract/mending.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import type { MendAction } from '#domain/payments/mending.ts'
import type { SecondPerson } from '../approvals/index.ts'
import { readFile, storeFile, takeUpload } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say, sayText } from '../kernel/words.ts'
import { losePayments } from './ask-rails.ts'
import { closeContradictions } from './doubt.store.ts'
import { isMended, lockToMend, type MendRow } from './mend-rows.ts'
import { BY_TWO, mendWork } from './mend-work.ts'
import { findProof, keepRecords } from './payment-record.store.ts'
import { returnPayments } from './return-payments.ts'
import { scheduleAgain } from './schedule-again.ts'

type Asked = z.output<(typeof mending)['mendPayments']['body']>
type Answer = z.output<(typeof mending)['mendPayments']['response']>
type Result = Answer['results'][number]

/**
 * Does one thing to payments, each by itself: `done`, also where it was done before; `refused` with the reason; or `waiting` for a second
 * operator. VALIDATION where what it asks for is missing.
 */
export async function mendPayments(ctx: Ctx, byTwo: SecondPerson, asked: Asked): Promise<Answer> {
  checkAsked(ctx, asked)
  // Before any payment is locked: it is shown to a scanner.
  const file_uuid = await keepProof(ctx, asked.proof)
  const ids = [...new Set(asked.payment_uuids)].sort()
  const rows = await lockToMend(ctx, ids)
  const wrong = notAsSeen(rows, asked)
  const ready = ids.flatMap(id => {
    const row = rows.get(id)
    return row?.may.includes(asked.action) && !wrong.has(id) ? [row] : []
  })
  const waiting = await doTo(ctx, byTwo, ready, { ...asked, file_uuid })
  const does = new Set(ready.map(row => row.payment_uuid))
  const results = ids.map((payment_uuid): Result => {
    if (does.has(payment_uuid)) {
      const said = asked.action === 'ask' ? textOf('payments.mend.asked') : null
      return resultOf(payment_uuid, waiting ? 'waiting' : 'done', said)
    }
    const row = rows.get(payment_uuid)
    if (!row) return resultOf(payment_uuid, 'refused', textOf('payments.blockers.noSuchPayment'))
    const why = wrong.get(payment_uuid)
    if (why) return resultOf(payment_uuid, 'refused', why)
    if (isMended(asked.action, row)) return resultOf(payment_uuid, 'done', null)
    const said = refusal(asked.action, row)
    return resultOf(payment_uuid, 'refused', said)
  })
  return { results, ...(waiting && { waiting }) }
}

function refusal(action: MendAction, { by_chain, status }: MendRow): Text {
  return by_chain && (action === 'return' || action === 'lose')
    ? textOf('payments.mend.chainTells')
    : textOf(`payments.mend.refused.${action}`, { status })
}

function resultOf(payment_uuid: string, result: Result['result'], said: Text | null): Result {
  return { payment_uuid, result, said, reason: said && sayText(said) }
}

/**
 * What is wrong with payments that are to go to another account: nobody goes where the operator did not look. Each is told with the account that it goes
 * to; what waits for that already is done only where that is the one that was seen, or none is named.
 */
function notAsSeen(
  rows: ReadonlyMap<string, MendRow>,
  { action, seen = [] }: Asked,
): Map<string, Text> {
  if (action !== 'redirect') return new Map()
  const accounts = Map.groupBy(seen, of => of.payment_uuid)
  return new Map(
    [...rows.values()].flatMap((row): [string, Text][] => {
      const { payment_uuid, destination_uuid, destination_label, other } = row
      const waits = isMended(action, row)
      if (!waits && !row.may.includes(action)) return []
      const to = waits || !other ? { destination_uuid, label: destination_label } : other
      const own = accounts.get(payment_uuid) ?? []
      const { label } = to
      if (own.some(of => of.destination_uuid !== to.destination_uuid))
        return [[payment_uuid, textOf('payments.mend.otherByNow', { label })]]
      return own.length > 0 || waits
        ? []
        : [[payment_uuid, textOf('payments.mend.notSeen', { label })]]
    }),
  )
}

const NEEDS_WORDS: readonly MendAction[] = ['lose', 'not_left', 'retry_beside', 'forgo', 'close']

function checkAsked(
  { today }: Ctx,
  { action, words, reference, reason, happened_on, proof }: Asked,
): void {
  if (NEEDS_WORDS.includes(action) && words === '')
    throw invalidField('words', 'payments.problems.sayWhy')
  if (action === 'left' && reference === '')
    throw invalidField('reference', 'payments.problems.nameReference')
  if (action === 'return' && !reason) throw invalidField('reason', 'payments.problems.nameReason')
  if (happened_on && happened_on > today)
    throw invalidField('happened_on', 'payments.problems.notInFuture', { today })
  if (proof && action !== 'return') throw invalidField('proof', 'payments.problems.noProofHere')
}

/** Keeps a document that proves what is recorded, encrypted and screened; null where there is none. */
export async function keepProof(ctx: Ctx, proof: Asked['proof']): Promise<string | null> {
  if (!proof) return null
  const { bytes, mime_type, file_name } = await takeUpload(ctx, proof, 'proof')
  return storeFile(ctx, {
    ...{ kind: 'payment_proof', employer_uuid: null, contractor_sub: null },
    ...{ file_name, named_by_owner: true, mime_type, bytes },
  })
}

/** The document that proves what was recorded of a payment. NOT_FOUND where there is none. */
export async function readProof(ctx: Ctx, record_uuid: string) {
  const file_uuid = await findProof(ctx.tx, record_uuid)
  return readFile(ctx, file_uuid ?? record_uuid, 'payment')
}

type ToDo = Asked & { readonly file_uuid: string | null }

/** Does it to the locked payments that allow it; answers what waits for a second operator. */
async function doTo(
  ctx: Ctx,
  byTwo: SecondPerson,
  rows: readonly MendRow[],
  asked: ToDo,
): Promise<Answer['waiting']> {
  if (rows.length === 0) return undefined
  const { action, words, reference } = asked
  const payment_uuids = rows.map(row => row.payment_uuid)
  const two = BY_TWO.find(one => one === action)
  if (two) {
    const asked_by = ctx.actor.sub ?? ''
    const content = { action: two, payment_uuids, reference, words, asked_by, file_uuid: null }
    const outcome = await byTwo(ctx, mendWork, content)
    return 'waiting' in outcome ? outcome.waiting : undefined
  }
  if (action === 'ask') await ctx.enqueue('ask_rails', { payment_uuids })
  if (action === 'lose') await losePayments(ctx, rows, words)
  if (action === 'return') await recordReturn(ctx, rows, asked)
  if (action === 'retry') for (const row of rows) await scheduleAgain(ctx, row)
  if (action === 'redirect') for (const row of rows) await scheduleAgain(ctx, row, row.other)
  if (action === 'close') await close(ctx, rows, words)
  return undefined
}

async function recordReturn(ctx: Ctx, rows: readonly MendRow[], asked: ToDo): Promise<void> {
  const { reason = 'OTHER', words, reference, happened_on = null, file_uuid } = asked
  const why = say(`payments.reasons.returned.${reason}`)
  const text = words === '' ? why : say('payments.reasons.withWords', { reason: why, words })
  const contradicted = rows.filter(row => row.said)
  await returnPayments(ctx, rows, text)
  const record = { kind: 'RETURNED' as const, reference, words: text, happened_on, file_uuid }
  await keepRecords(ctx, rows, record)
  await close(ctx, contradicted, text)
}

async function close(ctx: Ctx, rows: readonly MendRow[], words: string): Promise<void> {
  if (rows.length === 0) return
  const payment_uuids = rows.map(row => row.payment_uuid)
  await closeContradictions(ctx.tx, payment_uuids, { at: ctx.now, by: ctx.actor.sub, words })
  for (const [employer_uuid, group] of Map.groupBy(rows, row => row.employer_uuid))
    ctx.audit({
      action: 'close_contradiction',
      entity: 'attempt_doubt',
      entity_uuids: group.flatMap(row => row.said?.attempt_uuid ?? []),
      employer_uuid,
      after: { words },
    })
}
