import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { printedReference } from '#domain/ledger/creditor-reference.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AmountToSend } from './amount-to-send.tsx'
import { OnItsWayByChain, PayInByChain } from './pay-in-by-chain.tsx'
import type { ToSend } from './up-to.ts'
import './pay-in.css'

type Ways = ClientOutput<'getWaysToFund'>
type Account = Ways['accounts'][number]

/** Blocks come every ten minutes or so. */
const LOOKS_AGAIN_MS = 60_000

/** Where to send money, currency by currency: the account, the reference, how much, and "I sent it"; or the address on a chain. */
export function PayIn({ ways, toSend }: { ways: Ways; toSend: readonly ToSend[] }) {
  const t = useTranslations('ledger.payIn')
  const chains = useQuery({ ...query('getDeposits', {}), refetchInterval: LOOKS_AGAIN_MS })
  const [chosen, setChosen] = useState<string>()
  const byBank = ways.accounts.map(({ currency }) => currency)
  const byChain = chains.data?.ways.map(({ currency }) => currency) ?? []
  const currencies = [...new Set([...byBank, ...byChain])]
  const wanted = toSend.find(({ amount }) => currencies.includes(amount.currency))?.amount.currency
  const currency = currencies.find(one => one === chosen) ?? wanted ?? currencies[0]
  if (chains.isError) return <NotLoaded of={chains} />
  if (!currency || !ways.reference) return <NoWay missing={ways.missing ?? 'NO_ACCOUNT'} />
  const account = ways.accounts.find(one => one.currency === currency)
  const lacks = toSend.filter(({ amount }) => amount.currency === currency)
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          <Segmented
            label={t('title')}
            value={currency}
            onChange={setChosen}
            segments={currencies.map(value => ({ value, label: value }))}
          />
        }
      />
      {account && (
        <div className="aside-grid">
          <AccountCard account={account} reference={ways.reference} />
          <AmountToSend key={currency} currency={currency} toSend={lacks} sent={ways.notices} />
        </div>
      )}
      {chains.data && byChain.includes(currency) && (
        <div className={account ? 'mt20' : undefined}>
          <PayInByChain key={currency} currency={currency} found={chains.data} toSend={lacks} />
        </div>
      )}
      {chains.data && <OnItsWayByChain deposits={chains.data.deposits} />}
    </>
  )
}

/** Why there is nowhere to send money yet. */
function NoWay({ missing }: { missing: NonNullable<Ways['missing']> }) {
  const t = useTranslations('ledger.payIn')
  return (
    <>
      <SectionHead title={t('title')} />
      <EmptyState
        title={t(`missing.${missing}.title`)}
        actions={
          missing === 'UNVERIFIED' && (
            <LinkButton href="/dashboard" variant="secondary">
              {t('missing.action')}
            </LinkButton>
          )
        }
      >
        {t(`missing.${missing}.text`)}
      </EmptyState>
    </>
  )
}

const FIELDS = [
  'account_name',
  'iban',
  'account_number',
  'routing_number',
  'swift_code',
  'bank_name',
  'bank_address',
] as const

function AccountCard({ account, reference }: { account: Account; reference: string }) {
  const t = useTranslations('ledger.payIn')
  return (
    <Card title={t('account', { currency: account.currency })} pad>
      <div className="pay-in-ref">
        <div className="grow">
          <div className="meta w5">{t('reference')}</div>
          <div className="pay-in-code">{printedReference(reference)}</div>
        </div>
        <p className="meta t2">{t('referenceWhy')}</p>
        <CopyButton text={reference} of={t('reference')} />
      </div>
      <dl className="pay-in">
        {FIELDS.filter(name => account[name] !== '').map(name => (
          <div key={name}>
            <dt>{t(`fields.${name}`)}</dt>
            <dd>
              <bdi>{name === 'iban' ? printedReference(account[name]) : account[name]}</bdi>
              <CopyButton text={account[name]} of={t(`fields.${name}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
