/** By which files payments leave: proposed by one operator, confirmed by another, closed by either. */
import type { z } from 'zod'
import { type BankChannels, bankFiles } from '#contract/bank-files.ts'
import type { ProposedChannel } from '#contract/bank-setup-shapes.ts'
import { operatorsOf } from '#contract/kernel/endpoint.ts'
import { isToken } from '#domain/kernel/currency.ts'
import { invalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { proposalStands } from '#domain/kernel/proposal.ts'
import { currenciesOf, formatPays } from '#domain/payments/bank-batch.ts'
import type { BankChannel } from '../gateways/rails/bank-channel.ts'
import { setupProblems } from '../gateways/rails/file.ts'
import { violatedConstraint } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findCurrency } from '../reference/currencies.ts'
import { listChannels, type ShownChannel } from './bank-channel.report.store.ts'
import { answerChannel, insertChannel, lockChannel } from './bank-channel.store.ts'
import { firstDayOf } from './channel-days.ts'

type View = z.output<typeof BankChannels>

/** What is in force and what waits. */
export async function listBankChannels(ctx: Ctx): Promise<View> {
  const shown = await listChannels(ctx)
  return {
    channels: shown.filter(row => row.confirmed_at).map(row => present(ctx, row)),
    proposals: shown.filter(row => !row.confirmed_at).map(row => present(ctx, row)),
  }
}

/**
 * Proposes a channel. The same again changes nothing; CONFLICT while another proposal of its currency waits; VALIDATION names what a file
 * could not be written with.
 */
export async function proposeChannel(
  ctx: Ctx,
  { pays, label, ...channel }: z.output<typeof ProposedChannel>,
): Promise<void> {
  const { currency, format } = channel
  requirePaid(ctx, channel, pays)
  const shown = await listChannels(ctx)
  const waiting = shown.find(of => !of.confirmed_at && of.currency === currency && of.pays === pays)
  const same = waiting && JSON.stringify(waiting.channel) === JSON.stringify(channel)
  if (same && waiting.label === label && waiting.proposed_by === ctx.actor.sub) return
  const channel_uuid = newUuid()
  const by = { proposed_by: ctx.actor.sub ?? '', proposed_at: ctx.now }
  try {
    await insertChannel(ctx, { channel_uuid, currency, pays, format, label, channel, ...by })
  } catch (cause) {
    if (violatedConstraint(cause) !== 'bank_channel_waiting') throw cause
    throw new Problem('CONFLICT', 'payments.problems.channelWaits', { params: { currency }, cause })
  }
  audit(ctx, 'propose', channel_uuid, { currency, pays, format, label })
}

/** VALIDATION where the format pays something else, or its set-up is wrong: a file of nothing is written with it. */
function requirePaid(ctx: Ctx, channel: BankChannel, pays: 'ACCOUNTS' | 'INTERAC'): void {
  const { currency, format } = channel
  if (!findCurrency(currency))
    throw invalidField('currency', 'ledger.fundingFile.noCurrency', { currency })
  if (isToken(currency) || !(currenciesOf(format) ?? [currency]).includes(currency))
    throw invalidField('currency', 'payments.problems.formatCurrency', { currency })
  if (!formatPays(format, pays)) throw invalidField('pays', 'payments.problems.formatPays')
  const facts = { number: 1, first_trace: 1, made_at: ctx.now }
  const problems = setupProblems(channel, { ...facts, due_on: firstDayOf(ctx, channel) })
  requireValid(
    problems.map(({ field, text }) => ({
      ...text,
      loc: ['body', 'setup', ...field.split('.')],
      type: 'value_error',
    })),
  )
}

function stillStands({ today }: Ctx, row: ShownChannel): boolean {
  return proposalStands(row, operatorsOf(bankFiles.proposeBankChannel), today)
}

/**
 * Says yes to what another proposed; again changes nothing. SECOND_PERSON_NEEDED for who proposed it, TRANSITION_NOT_ALLOWED where its time
 * is over or who proposed it may not propose any more.
 */
export async function confirmChannel(ctx: Ctx, channel_uuid: string): Promise<void> {
  const row = await lockChannel(ctx, channel_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchChannel')
  if (row.closed_at) throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.channelGone')
  if (row.proposed_by === ctx.actor.sub)
    throw new Problem('SECOND_PERSON_NEEDED', 'payments.problems.proposedYourself')
  if (row.confirmed_at) return
  const proposal = (await listChannels(ctx)).find(of => of.channel_uuid === channel_uuid)
  if (!proposal || !stillStands(ctx, proposal))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.channelTooOld')
  const by = { confirmed_by: ctx.actor.sub ?? '', confirmed_at: ctx.now }
  await answerChannel(ctx.tx, channel_uuid, by)
  audit(ctx, 'confirm', channel_uuid, { currency: row.currency, pays: row.pays })
}

/** Takes a proposal back or a channel out of use; again changes nothing. What began by it goes on by it. */
export async function closeChannel(ctx: Ctx, channel_uuid: string): Promise<void> {
  const row = await lockChannel(ctx, channel_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchChannel')
  if (row.closed_at) return
  const by = { closed_by: ctx.actor.sub ?? '', closed_at: ctx.now }
  await answerChannel(ctx.tx, channel_uuid, by)
  audit(ctx, 'close', channel_uuid, { currency: row.currency, pays: row.pays })
}

function present(ctx: Ctx, row: ShownChannel): View['channels'][number] {
  const is_me = row.proposed_by === ctx.actor.sub
  const may = mayCall(ctx.actor, bankFiles.confirmBankChannel)
  const { channel_uuid, currency, pays, format, label, channel, proposed_at, confirmed_at } = row
  const stands = confirmed_at !== null || stillStands(ctx, row)
  const mayConfirm = !confirmed_at && !is_me && stands
  return {
    ...{ channel_uuid, currency, pays, format, label, proposed_at, confirmed_at },
    cut_off: channel.cut_off,
    setup: linesOf(channel.setup),
    reads_lists: channel.answers !== null,
    proposed_by: { name: row.proposed_by_name, is_me },
    confirmed_by: row.confirmed_by_name,
    stands,
    allowed_actions: may ? (mayConfirm ? ['confirm', 'close'] : ['close']) : [],
  }
}

const HIDDEN = /(^|\.)(iban|account_number)$/

/** A set-up line by line: whose second person is asked reads all of it, and of accounts how they end. */
function linesOf(setup: object, path = ''): { name: string; value: string }[] {
  return Object.entries(setup).flatMap(([key, value]: [string, unknown]) => {
    const name = path ? `${path}.${key}` : key
    if (value === null || value === '') return []
    if (typeof value === 'object') return linesOf(value, name)
    const said = JSON.stringify(value).replace(/^"|"$/g, '')
    return [{ name, value: HIDDEN.test(name) ? `•••• ${said.slice(-4)}` : said }]
  })
}

function audit(ctx: Ctx, action: string, channel_uuid: string, after: object): void {
  ctx.audit({
    ...{ action, entity: 'bank_channel', entity_uuids: [channel_uuid] },
    ...{ employer_uuid: null, after },
  })
}

/** By which numbers a bank may call the accounts that files of ours are paid from, by currency. */
export async function listPayingNumbers(
  ctx: Ctx,
): Promise<{ readonly currency: string; readonly numbers: readonly string[] }[]> {
  const shown = await listChannels(ctx)
  return shown
    .filter(row => row.confirmed_at)
    .map(({ currency, channel }) => ({ currency, numbers: numbersOf(channel) }))
}

function numbersOf(channel: BankChannel): string[] {
  if (channel.format === 'CPA_005') return [channel.setup.return_account.account_number]
  if (channel.format === 'NACHA' || channel.format === 'INTERAC_CSV') return []
  const { iban, account_number } = channel.setup.debtor
  return [iban, account_number].filter(number => !!number) as string[]
}
