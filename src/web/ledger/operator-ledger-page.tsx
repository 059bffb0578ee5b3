import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { WaitingSteps } from '#web/approvals/shared.tsx'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type Balance, companiesOf, currenciesOf } from './parts/balance-words.ts'
import { Accounts, type BooksOf, Transfers } from './parts/book-lists.tsx'
import './parts/funds.css'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

type Trial = ClientOutput<'getTrialBalance'>

/** The ledger as operators read it: what lies where on any day, every account, and what moved. */
export function OperatorLedgerPage() {
  const t = useTranslations('ledger.bookPage')
  const today = useToday()
  const [day, setDay] = useDraft('ledger day', '')
  const at = isPlainDate(day) ? { at: `${day}T23:59:59.999Z` } : {}
  const trial = useQuery({
    ...query('getTrialBalance', { query: at }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data: funds } = useQuery(query('getBalances', {}))
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('funds'), href: '/operations/funds' }, { label: t('title') }]}
        title={t('title')}
        lead={t('lead')}
      />
      <div className="stack g20">
        <WaitingSteps kind="reverse_funding" />
        <div className="row g12 wrap funds-asof">
          <DateField id="as-of" label={t('asOf')} value={day} max={today} onChange={setDay} />
          {day !== '' && (
            <Button variant="text" onClick={() => setDay('')}>
              {t('now')}
            </Button>
          )}
        </div>
        {trial.error && !trial.data ? (
          <LoadProblem problem={trial.error} onRetry={() => void trial.refetch()} />
        ) : trial.data ? (
          <TrialBalance of={trial.data} />
        ) : (
          <CardSkeleton height={240} />
        )}
      </div>
      {trial.data && (
        <Books balances={funds?.balances ?? []} at={at} until={isPlainDate(day) ? day : ''} />
      )}
    </Page>
  )
}

/** Every account and what moved, each below what stands above it, so that nothing moves while it comes. */
function Books({
  balances,
  at,
  until,
}: {
  balances: readonly Balance[]
  at: { at?: string }
  until: string
}) {
  const t = useTranslations('ledger.bookPage')
  const [of, setOf] = useState<BooksOf>({ employer_domain: '', currency: '' })
  const all = (label: string) => ({ value: '', label })
  return (
    <>
      <SectionHead title={t('look')} />
      <div className="pair">
        <SelectField
          id="of-employer"
          label={t('employer')}
          options={[all(t('everybody')), ...companiesOf(balances)]}
          value={of.employer_domain}
          onChange={employer_domain => setOf({ ...of, employer_domain })}
        />
        <SelectField
          id="of-currency"
          label={t('currency')}
          options={[all(t('everyCurrency')), ...currenciesOf(balances)]}
          value={of.currency}
          onChange={currency => setOf({ ...of, currency })}
        />
      </div>
      <Accounts of={of} at={at}>
        <Transfers of={of} until={until} />
      </Accounts>
    </>
  )
}

function TrialBalance({ of: { currencies } }: { of: Trial }) {
  const t = useTranslations('ledger.bookPage')
  const tKinds = useTranslations('ledger')
  if (currencies.length === 0)
    return (
      <Card pad>
        <p className="meta t2">{t('nothing')}</p>
      </Card>
    )
  return (
    <div className="funds-trial">
      {currencies.map(({ currency, kinds: lying, total }) => (
        <Card key={currency} title={currency} pad>
          <DefinitionRows
            rows={[
              ...lying.map(({ kind, balance }) => ({
                id: kind,
                term: tKinds(`kinds.${kind}`),
                value: <MoneyAmount of={balance} />,
              })),
              {
                id: 'total',
                term: t('total'),
                value: <MoneyAmount of={total} strong />,
                strong: true,
                ruled: true,
              },
            ]}
          />
          {total.amount_in_smallest_unit !== 0 && (
            <Say kind="blocked" word={t('broken.word')}>
              {t('broken.text')}
            </Say>
          )}
        </Card>
      ))}
    </div>
  )
}
