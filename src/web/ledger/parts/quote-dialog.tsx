import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { shortRate } from '#domain/kernel/rate.ts'
import { nowMs } from '#web/kernel/env.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { clockText, shortDate } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Say } from '#web/ui/say.tsx'

export type Quote = ClientOutput<'askQuote'>

/** Exchanges at a promised rate while it is promised; afterwards it offers to ask for a new one. */
export function QuoteDialog({
  quote,
  asking,
  onAgain,
  onBack,
  onDone,
}: {
  quote: Quote
  /** A new quote is under way. */
  asking: boolean
  onAgain: () => void
  onBack: () => void
  onDone: () => void
}) {
  const t = useTranslations('ledger.quote')
  const isOver = useOver(Date.parse(quote.expires_at) - Date.parse(quote.asked_at))
  const [refused, setRefused] = useState<{ why: string; over: boolean }>()
  const accept = useCall('acceptQuote', {
    refresh: ['listConversions', 'listApprovalSteps', 'getBalances'],
    onSuccess: ({ waiting }) => {
      openAlert(waiting ? waiting.reason : t('done'), { severity: waiting ? 'info' : 'success' })
      onDone()
    },
    onProblem: ({ code, detail }) => {
      setRefused({ why: detail, over: code === 'QUOTE_EXPIRED' })
      return true
    },
  })
  const over = isOver || refused?.over === true
  return (
    <FormDialog
      onClose={onDone}
      title={t('title')}
      lead={t('lead')}
      submit={over ? t('again') : t('accept')}
      pending={accept.isPending || asking}
      onSubmit={() => (over ? onAgain() : accept.mutate({ params: { id: quote.quote_uuid } }))}
      beside={
        <Button variant="text" onClick={onBack}>
          {t('back')}
        </Button>
      }
    >
      {refused && !over && <ErrorBox>{refused.why}</ErrorBox>}
      <DefinitionRows
        rows={[
          { id: 'sold', term: t('give'), value: <MoneyAmount of={quote.sold} strong /> },
          { id: 'bought', term: t('get'), value: <MoneyAmount of={quote.bought} strong /> },
          {
            id: 'rate',
            term: t('rate'),
            value: t('rateText', {
              rate: shortRate(quote.rate.rate),
              source: quote.rate.source,
              date: shortDate(quote.rate.as_of.slice(0, 10)),
            }),
          },
        ]}
      />
      <div role="status">
        {over ? (
          <Say kind="blocked" word={t('over')}>
            {t('overText')}
          </Say>
        ) : (
          <Say kind="note">{t('holds', { at: clockText(quote.expires_at) })}</Say>
        )}
      </div>
    </FormDialog>
  )
}

/** Whether so long has passed since this is shown; the server decides, by its own clock. */
function useOver(holds_ms: number): boolean {
  const [began] = useState(nowMs)
  const [now, setNow] = useState(began)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now - began >= holds_ms
}
