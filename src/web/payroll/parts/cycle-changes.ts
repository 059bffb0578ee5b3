/** What a reader sees change when a cycle is loaded again, in sentences: the answer to APPROVAL_STALE on the screen. */

import type { useTranslations } from 'use-intl'
import type { ApiName } from '#web/kernel/types.ts'
import { moneyText } from '#web/parts/money.tsx'
import type { LineItemView } from './pay-chips.tsx'

/** What becomes stale when a line item changes. */
export const CYCLE_CHANGES: readonly ApiName[] = [
  'getCycle',
  'selectItems',
  'previewHours',
  'getLineItem',
  'listCycles',
  'getPaymentBatch',
  'listPaymentBatches',
  'listPaymentBatchRows',
  'listReports',
  'getPayByMonth',
  'getEmployerBalances',
]

type Translator = ReturnType<typeof useTranslations<'payroll.changes'>>

/** Every difference between the line items that were shown and those that are there now; empty when none is seen. */
export function changesSeen(
  shown: readonly LineItemView[],
  now: readonly LineItemView[],
  t: Translator,
): string[] {
  const before = new Map(shown.map(item => [item.line_item_uuid, item]))
  const after = new Set(now.map(item => item.line_item_uuid))
  const gone = shown.filter(item => !after.has(item.line_item_uuid))
  return [
    ...gone.map(item => t('gone', { name: item.contractor_name })),
    ...now.flatMap(item => {
      const was = before.get(item.line_item_uuid)
      return was
        ? changesOf(was, item, t)
        : [t('added', { name: item.contractor_name, amount: moneyText(item.amount) })]
    }),
  ]
}

function changesOf(was: LineItemView, is: LineItemView, t: Translator): string[] {
  const name = is.contractor_name
  const said: string[] = []
  if (was.status !== is.status) said.push(t('status', { name }))
  const [before, now] = [moneyText(was.amount), moneyText(is.amount)]
  if (before !== now) said.push(t('amount', { name, before, now }))
  if (is.contract_revision !== null && was.contract_revision !== is.contract_revision)
    said.push(t('revision', { name, revision: is.contract_revision }))
  if (whereOf(was) !== whereOf(is)) said.push(t('where', { name }))
  return said
}

function whereOf({ parts }: LineItemView): string {
  return parts.map(part => `${part.destination_uuid} ${part.percentage}`).join()
}
