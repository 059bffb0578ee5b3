/** Money held for a contractor goes back to the employer who paid it (decision 0081). */
import { assert } from '#domain/kernel/assert.ts'
import { textOf } from '#domain/kernel/words.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers, type Transfer } from '../ledger/index.ts'
import { auditByEmployer } from './audit-by-employer.ts'
import { moved } from './fail-payments.ts'
import { keepGivenBack } from './given-back.store.ts'
import { changeStatus, type SettlingPayment } from './payment.store.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'
import { lookAtHoldsOf } from './release-held.ts'
import { settleWhole } from './settle-payments.ts'

/**
 * Gives locked payments that failed or came back to their employers, at what these paid for them: what was converted is converted back as
 * it was booked. They are CANCELLED; where other parts of their pay stand they stay unpaid, and where none does payroll asks for its
 * approval anew. Contractor and employer are told.
 */
export async function giveBack(ctx: Ctx, rows: readonly PaymentFactsRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(row => row.payment_uuid)
  const note = textOf('payments.notes.givenBack')
  await moved(changeStatus(ctx.tx, ids, ['FAILED', 'RETURNED'], 'CANCELLED', { note }), rows)
  await keepGivenBack(ctx.tx, ids, ctx.now)
  await postTransfers(ctx, rows.flatMap(backTo))
  auditByEmployer(ctx, rows, 'give_back', 'CANCELLED')
  for (const { payment_uuid, line_item_uuid, contractor_sub } of rows)
    ctx.announce('payments.payment_given_back', { payment_uuid, line_item_uuid, contractor_sub })
  await lookAtHoldsOf(ctx, rows)
  await settleWhole(ctx, rows)
}

function backTo(row: SettlingPayment & PaymentFactsRow): Transfer[] {
  const { attempt_uuid, amount_minor, currency, source_currency, employer_uuid } = row
  assert(attempt_uuid && amount_minor !== null, 'what is held has an attempt and an amount')
  const held = accounts.heldForContractors(employer_uuid, currency)
  const available = accounts.available(employer_uuid, source_currency)
  const common = { code: 'given_back', subject_uuid: row.payment_uuid } as const
  const amount = { currency, minor: amount_minor }
  const transfer_uuid = uuidOf(`give-back:${attempt_uuid}`)
  if (currency === source_currency)
    return [{ ...common, transfer_uuid, amount, from: held, to: available }]
  return [
    { ...common, transfer_uuid, amount, from: held, to: accounts.exchange(currency) },
    {
      ...common,
      transfer_uuid: uuidOf(`give-back-source:${attempt_uuid}`),
      amount: { currency: source_currency, minor: row.source_minor },
      from: accounts.exchange(source_currency),
      to: available,
    },
  ]
}
