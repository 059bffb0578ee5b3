import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { printedReference } from '#domain/ledger/creditor-reference.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AmountToSend } from './amount-to-send.tsx'
import type { ToSend } from './up-to.ts'
import './pay-in.css'

type Ways = ClientOutput<'getWaysToFund'>
type Account = Ways['accounts'][number]

/** Where to send money, currency by currency: the account, the reference, how much, and "I sent it". */
export function PayIn({ ways, toSend }: { ways: Ways; toSend: readonly ToSend[] }) {
  const t = useTranslations('ledger.payIn')
  const wanted = toSend.find(({ amount }) =>
    ways.accounts.some(({ currency }) => currency === amount.currency),
  )?.amount.currency
  const [chosen, setChosen] = useState<string>()
  const account =
    ways.accounts.find(({ currency }) => currency === (chosen ?? wanted)) ?? ways.accounts[0]
  if (!account || !ways.reference)
    return (
      <>
        <SectionHead title={t('title')} />
        <EmptyState
          title={t(`missing.${ways.missing ?? 'NO_ACCOUNT'}.title`)}
          actions={
            ways.missing === 'UNVERIFIED' && (
              <LinkButton href="/dashboard" variant="secondary">
                {t('missing.action')}
              </LinkButton>
            )
          }
        >
          {t(`missing.${ways.missing ?? 'NO_ACCOUNT'}.text`)}
        </EmptyState>
      </>
    )
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          <Segmented
            label={t('currency')}
            value={account.currency}
            onChange={setChosen}
            segments={ways.accounts.map(({ currency }) => ({ value: currency, label: currency }))}
          />
        }
      />
      <div className="aside-grid">
        <AccountCard account={account} reference={ways.reference} />
        <AmountToSend
          key={account.currency}
          currency={account.currency}
          toSend={toSend.filter(({ amount }) => amount.currency === account.currency)}
          sent={ways.notices}
        />
      </div>
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
