/**
 * What a bank answers to files of ours: looked at first, then taken whole, once. What is known already does nothing, and what contradicts
 * what is known moves no money: it is named.
 */
import type { z } from 'zod'
import type { Answer } from '#contract/bank-files.ts'
import type { Upload } from '#contract/kernel/endpoint.ts'
import { invalidFields, Problem } from '#domain/kernel/problem.ts'
import {
  ANSWER_DID,
  type AnswerDid,
  decideAnswer,
  type Known,
} from '#domain/payments/bank-batch.ts'
import { storeFile } from '../documents/index.ts'
import type { PaymentOutcome } from '../gateways/bank-files/bank-file.ts'
import { fileOfMessage } from '../gateways/rails/bank-channel.ts'
import { readAnswer } from '../gateways/rails/file.ts'
import { newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import { findAnswer, namesOfPayees } from './bank-answer.report.store.ts'
import {
  type AnswerLine,
  findByFile,
  findByReference,
  insertAnswer,
  type KnownAttempt,
  listAnswerLines,
  paymentsOfAttempts,
} from './bank-answer.store.ts'
import { type ChannelRow, lockChannel } from './bank-channel.store.ts'
import { holdDigest } from './execution.store.ts'
import { endDoubts, keepAgainst } from './hear-bank.ts'
import { holdPaymentsOfItems, listSettling, named, type SettlingPayment } from './payment.store.ts'
import { rejectPayments, returnPayments } from './return-payments.ts'
import { settle, settleWhole } from './settle-payments.ts'

type View = z.output<typeof Answer>
type Line = AnswerLine & {
  readonly payment_uuid: string | null
  /** Under which reference its payment left; empty where it is of none. */
  readonly sent_as: string
  /** Whether it is certain that it is meant. */
  readonly sure: boolean
}

/** What a file says, and what it would do; of one that was taken what it did. VALIDATION names everything that is wrong with it. */
export async function previewAnswer(ctx: Ctx, channel_uuid: string, file: Upload): Promise<View> {
  const channel = await hold(ctx, channel_uuid)
  const hash = sha256(file.bytes)
  const before = await taken(ctx, hash)
  if (before) return before
  const lines = await judge(ctx, channel, read(channel, file))
  return present(ctx, lines, {
    ...{ file_name: file.file_name, file_sha256: hash, digest: digestOf(hash, lines) },
    ...{ given_at: null, given_by: null },
  })
}

/**
 * Takes a file as it was looked at, whole: its payments settle, fail or come back. The same file again changes nothing and answers what it
 * did. EXECUTION_STALE where it would do something else by now.
 */
export async function takeAnswer(
  ctx: Ctx,
  channel_uuid: string,
  file: Upload,
  digest: string,
): Promise<View> {
  const hash = sha256(file.bytes)
  await holdDigest(ctx.tx, hash)
  const channel = await hold(ctx, channel_uuid)
  const before = await taken(ctx, hash)
  if (before) return before
  const outcomes = read(channel, file)
  const known = await judge(ctx, channel, outcomes)
  const ids = [...new Set(known.flatMap(line => line.payment_uuid ?? []))].sort()
  await holdPaymentsOfItems(ctx.tx, named(ids))
  const lines = await judge(ctx, channel, outcomes)
  if (digestOf(hash, lines) !== digest)
    throw new Problem('EXECUTION_STALE', 'payments.problems.answerChanged')
  await apply(ctx, lines)
  await keep(ctx, channel_uuid, file, lines)
  return (
    (await taken(ctx, hash)) ??
    present(ctx, lines, {
      ...{ file_name: file.file_name, file_sha256: hash, digest },
      ...{ given_at: ctx.now, given_by: null },
    })
  )
}

async function hold(ctx: Ctx, channel_uuid: string): Promise<ChannelRow> {
  const channel = await lockChannel(ctx, channel_uuid)
  if (!channel?.confirmed_at) throw new Problem('NOT_FOUND', 'payments.problems.noSuchChannel')
  return channel
}

/** What the file says; VALIDATION with the line and element of each thing that is wrong. */
function read({ channel }: ChannelRow, { bytes }: Upload): readonly PaymentOutcome[] {
  const found = readAnswer(channel, bytes)
  if ('content' in found) return found.content.outcomes
  const [first, ...more] = found.problems.map(({ line, element, text }) => ({
    ...text,
    loc: [
      'body',
      'answer',
      ...(line === null ? [] : [line]),
      ...(element === null ? [] : [element]),
    ],
    type: 'value_error',
  }))
  throw first
    ? invalidFields([first, ...more])
    : new Problem('VALIDATION', 'bank-files.files.nothing')
}

/**
 * What each thing that is said does, in its order: to the attempt it names; what is said of a whole file, to those of its attempts of which
 * nothing else is said.
 */
async function judge(
  ctx: Ctx,
  channel: ChannelRow,
  outcomes: readonly PaymentOutcome[],
): Promise<Line[]> {
  const single = outcomes.filter(({ of }) => of === 'PAYMENT')
  const references = single.map(({ reference }) => reference)
  const named = await findByReference(ctx.tx, channel, references)
  const byReference = new Map(named.map(one => [one.reference, one]))
  const state = new Map<string, Known>()
  const lines: Line[] = []
  const add = (said: PaymentOutcome, one: KnownAttempt | undefined, sure = true) => {
    const did = one ? decide(state, one, said, sure) : 'UNKNOWN'
    lines.push({
      ...{ line: lines.length + 1, reference: said.reference.slice(0, 255), did },
      ...{ sent_as: one?.reference ?? '', sure },
      ...{ attempt_uuid: one?.attempt_uuid ?? null, payment_uuid: one?.payment_uuid ?? null },
      ...{ outcome: said.outcome, reason: said.reason && sayText(said.reason.text) },
      ...{ currency: said.amount?.currency ?? null, amount_minor: said.amount?.minor ?? null },
    })
  }
  for (const said of single) add(said, byReference.get(said.reference))
  const spoken = new Set(named.map(one => one.attempt_uuid))
  for (const said of outcomes.filter(({ of }) => of !== 'PAYMENT')) {
    const file = fileOfMessage(said.reference)
    const all = file ? await findByFile(ctx.tx, channel, file) : []
    if (all.length === 0) add(said, undefined)
    const meant = meantBy(said, all)
    const each = meant ? { ...said, amount: null } : said
    for (const one of meant ?? all)
      if (!spoken.has(one.attempt_uuid)) add(each, one, meant !== undefined)
    // What is said of a file stands below what is said of its part.
    for (const one of all) if (said.of === 'BATCH') spoken.add(one.attempt_uuid)
  }
  return lines
}

/**
 * The attempts of which something is said of a file, or of a part of it, by the sum that it says: all, or those that the bank did not turn away
 * or send back before. Undefined where it is another sum: then nobody knows which of them are meant.
 */
function meantBy(
  { amount }: PaymentOutcome,
  all: readonly KnownAttempt[],
): readonly KnownAttempt[] | undefined {
  if (amount === null) return all
  const standing = all.filter(({ attempt }) => attempt !== 'FAILED' && attempt !== 'RETURNED')
  return [all, standing].find(
    of =>
      of.every(({ currency }) => currency === amount.currency) &&
      of.reduce((sum, { amount_minor }) => sum + amount_minor, 0n) === amount.minor,
  )
}

/** What is said twice of an attempt in one file follows on each other. Of what is not `sure` to be meant nothing moves. */
function decide(
  state: Map<string, Known>,
  one: KnownAttempt,
  said: PaymentOutcome,
  sure: boolean,
): AnswerDid {
  const known = state.get(one.attempt_uuid) ?? (one as unknown as Known)
  const did = decideAnswer(known, sure ? said : { ...said, amount: null })
  if (!sure) return did === 'NOTHING' ? did : 'CONTRADICTS'
  if (did === 'SETTLED') state.set(one.attempt_uuid, { ...known, status: did })
  if (did === 'FAILED' || did === 'RETURNED')
    state.set(one.attempt_uuid, { ...known, status: did, attempt: did })
  return did
}

/** Ends what was in doubt, settles, then fails, then returns: what arrived and came back by one file does both. What contradicts is kept. */
async function apply(ctx: Ctx, lines: readonly Line[]): Promise<void> {
  const rowsOf = (of: readonly Line[]): Promise<SettlingPayment[]> =>
    listSettling(
      ctx.tx,
      of.flatMap(line => line.payment_uuid ?? []),
    )
  const did = (...what: AnswerDid[]) => lines.filter(line => what.includes(line.did))
  const moves = did('SETTLED', 'FAILED', 'RETURNED')
  const references = new Map(moves.map(of => [of.payment_uuid ?? '', of.sent_as]))
  await endDoubts(ctx, await rowsOf(moves), references)
  const settled = await rowsOf(did('SETTLED'))
  await settle(ctx, settled, '')
  await settleWhole(ctx, settled)
  for (const [reason, group] of Map.groupBy(did('FAILED'), line => line.reason ?? ''))
    await rejectPayments(ctx, await rowsOf(group), reason)
  for (const [reason, group] of Map.groupBy(did('RETURNED'), line => line.reason ?? ''))
    await returnPayments(ctx, await rowsOf(group), reason)
  await keepAgainst(
    ctx,
    did('CONTRADICTS').filter(line => line.sure),
  )
}

async function keep(
  ctx: Ctx,
  channel_uuid: string,
  file: Upload,
  lines: readonly Line[],
): Promise<void> {
  const answer_uuid = newUuid()
  const xml = file.bytes.includes(0x3c) ? 'application/xml' : 'text/plain'
  const file_uuid = await storeFile(ctx, {
    ...{ kind: 'bank_answer', employer_uuid: null, contractor_sub: null },
    ...{ file_name: file.file_name, named_by_owner: true, mime_type: xml, bytes: file.bytes },
  })
  const by = { given_by: ctx.actor.sub ?? '', given_at: ctx.now }
  const file_sha256 = sha256(file.bytes)
  await insertAnswer(
    ctx.tx,
    { answer_uuid, channel_uuid, file_uuid, file_sha256, ...by },
    lines.map(({ payment_uuid: _, sent_as: __, sure: ___, ...line }) => line),
  )
  ctx.audit({
    ...{ action: 'take', entity: 'bank_answer', entity_uuids: [answer_uuid], employer_uuid: null },
    after: { channel_uuid, file_sha256, ...countsOf(lines) },
  })
}

/** What was taken from a file of this content. */
async function taken(ctx: Ctx, file_sha256: string): Promise<View | undefined> {
  const before = await findAnswer(ctx, file_sha256)
  if (!before) return undefined
  const lines = await listAnswerLines(ctx.tx, before.answer_uuid)
  const attempts = lines.flatMap(line => line.attempt_uuid ?? [])
  const payments = await paymentsOfAttempts(ctx.tx, attempts)
  const { file_name, given_at, given_by } = before
  return present(
    ctx,
    lines.map(line => {
      const payment_uuid = payments.get(line.attempt_uuid ?? '') ?? null
      return { ...line, payment_uuid, sent_as: '', sure: true }
    }),
    { file_name, file_sha256, digest: digestOf(file_sha256, lines), given_at, given_by },
  )
}

const MOST_SHOWN = 200
/** Whom somebody has to ask about, before all others. */
const FIRST: readonly AnswerDid[] = [
  'CONTRADICTS',
  'UNKNOWN',
  'FAILED',
  'RETURNED',
  'SETTLED',
  'NOTHING',
]

async function present(
  ctx: Ctx,
  lines: readonly Line[],
  of: Pick<View, 'file_name' | 'file_sha256' | 'digest' | 'given_at' | 'given_by'>,
): Promise<View> {
  const shown = lines
    .toSorted((a, b) => FIRST.indexOf(a.did) - FIRST.indexOf(b.did))
    .slice(0, MOST_SHOWN)
  const names = await namesOfPayees(
    ctx.tx,
    shown.flatMap(line => line.payment_uuid ?? []),
  )
  return {
    ...of,
    ...countsOf(lines),
    shown: shown.map(line => ({
      reference: line.reference,
      outcome: line.outcome,
      did: line.did,
      payment_uuid: line.payment_uuid,
      contractor_name: names.get(line.payment_uuid ?? '') ?? null,
      amount:
        line.currency === null || line.amount_minor === null
          ? null
          : { currency: line.currency, minor: line.amount_minor },
      reason: line.reason,
    })),
  }
}

function countsOf(lines: readonly Line[]) {
  const count = (did: AnswerDid) => lines.filter(line => line.did === did).length
  const [settled, failed, returned, nothing, contradicts, unknown] = ANSWER_DID.map(count)
  return {
    lines: lines.length,
    settled: settled ?? 0,
    failed: failed ?? 0,
    returned: returned ?? 0,
    nothing: nothing ?? 0,
    contradicts: contradicts ?? 0,
    unknown: unknown ?? 0,
  }
}

/** Of a file and of what it would do. */
function digestOf(file_sha256: string, lines: readonly AnswerLine[]): string {
  return sha256([file_sha256, ...lines.map(of => `${of.attempt_uuid} ${of.did}`)].join('\n'))
}
