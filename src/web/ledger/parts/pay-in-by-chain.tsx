import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { useMay } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { decimalOf, MoneyAmount } from '#web/parts/money.tsx'
import { QrCode } from '#web/parts/qr-code.tsx'
import { monthDay, shortDate } from '#web/parts/times.ts'
import { Transaction } from '#web/payments/shared.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Say } from '#web/ui/say.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { LOCALE } from '#web/words/words.tsx'
import { type ToSend, upTo } from './up-to.ts'
import '#web/parts/parts.css'

type Ways = ClientOutput<'getDeposits'>
type Way = Ways['ways'][number]
type Deposit = Ways['deposits'][number]

const either = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** Where a currency can be paid in by a chain, of several by the one that is chosen, what of it is missing, and what came. */
export function PayInByChain({
  currency,
  found: { ways, deposits },
  toSend,
}: {
  currency: string
  found: Ways
  toSend: readonly ToSend[]
}) {
  const t = useTranslations('ledger.byChain')
  const [chosen, setChosen] = useState<Way['network']>()
  const own = ways.filter(way => way.currency === currency)
  const networks = own.map(way => way.network)
  // One that they were told before is what they look for.
  const network = chosen ?? (own.find(way => way.address !== null) ?? own[0])?.network
  const came = deposits.filter(({ amount }) => amount.currency === currency)
  return (
    <div className="aside-grid">
      <div className="stack g20">
        {network && networks.length > 1 && (
          <Segmented
            label={t('network')}
            value={network}
            onChange={setChosen}
            segments={networks.map(value => ({ value, label: networkName(value) }))}
          />
        )}
        <WayCard key={network} ways={ways.filter(way => way.network === network)} />
      </div>
      <div className="stack g20">
        <Missing of={upTo(toSend)} />
        <Deposits of={came} />
      </div>
    </div>
  )
}

/** What each pay date lacks, to be copied into a wallet. */
function Missing({ of }: { of: ReturnType<typeof upTo> }) {
  const t = useTranslations('ledger.send')
  if (of.length === 0) return null
  return (
    <Card title={t('title')}>
      <ul className="rows">
        {of.map(({ id, pay_date, fund_by, send, more }) => (
          <li key={id} className="row g12 between wrap">
            <span className="grow">
              {t(more ? 'until' : 'for', { date: monthDay(pay_date) })}
              <span className="meta t3 block">{t('by', { date: shortDate(fund_by) })}</span>
            </span>
            <MoneyAmount of={send} strong />
            <CopyButton text={decimalOf(send)} of={t('title')} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What was seen on a chain and is not in the balance yet; nothing where nothing is. */
export function OnItsWayByChain({ deposits }: Pick<Ways, 'deposits'>) {
  const t = useTranslations('ledger.byChain')
  const underWay = deposits.filter(of => of.status === 'SEEN' || of.status === 'ARRIVED')
  return underWay.map(({ reference, amount, confirmations, needed }) => (
    <div key={reference} className="mt16">
      <Say kind="note" icon="clock">
        {t.rich('seen', { confirmations, needed, amount: () => <MoneyAmount of={amount} /> })}
      </Say>
    </div>
  ))
}

/** An address takes all that can be paid in by its network. */
function WayCard({ ways }: { ways: readonly Way[] }) {
  const t = useTranslations('ledger.byChain')
  const open = ways.filter(of => of.address !== null)
  const [way] = open.length > 0 ? open : ways
  if (!way) return null
  const { network, address, uri, chain, memo } = way
  const name = networkName(network)
  const currency = either.format((open.length > 0 ? open : ways).map(of => of.currency))
  return (
    <Card title={t('title', { network: name })} note={currency} pad>
      <div className="deposit-only" role="note">
        {t(chain === 'main' ? 'only' : 'onlyTest', { network: name, currency, chain })}
        <p className="meta">{t('onlyWhy', { currency })}</p>
      </div>
      {memo && (
        <div className="deposit-only" role="note">
          {t('withMemo', { memo })}
          <p className="meta">{t('withoutMemo')}</p>
        </div>
      )}
      {ways.map(
        of =>
          of.frozen && (
            <div key={of.currency} className="mb12">
              <Say kind="blocked">{t('frozen', { currency: of.currency })}</Say>
            </div>
          ),
      )}
      {address && uri ? (
        <div className="stack g20">
          <div className="deposit-way">
            <QrCode text={uri} label={t(memo ? 'accountCode' : 'code', { network: name })} />
            <Facts way={way} address={address} />
          </div>
          {memo && <Memo network={name} memo={memo} />}
        </div>
      ) : (
        <NoAddress way={way} />
      )}
    </Card>
  )
}

function Facts({ way, address }: { way: Way; address: string }) {
  const t = useTranslations('ledger.byChain')
  const { network, needed, least, memo } = way
  return (
    <div>
      <div className="meta t3">{t(memo ? 'account' : 'address')}</div>
      <div className="deposit-address">{address}</div>
      <CopyButton
        text={address}
        of={t(memo ? 'accountOf' : 'addressOf', { network: networkName(network) })}
      />
      <p className="meta t2 mt8">
        {t.rich('how', { network, needed, least: () => <MoneyAmount of={least} /> })}
      </p>
      {!memo && <p className="meta t2 mt8">{t('yours')}</p>}
    </div>
  )
}

/** What says whose a payment to the one account is, beside it. */
function Memo({ network, memo }: { network: string; memo: string }) {
  const t = useTranslations('ledger.byChain')
  return (
    <div className="deposit-way">
      <QrCode text={memo} label={t('memoCode')} />
      <div>
        <div className="meta t3">{t('memo')}</div>
        <div className="deposit-address">{memo}</div>
        <CopyButton text={memo} of={t('memoOf', { network })} />
        <p className="meta t2 mt8">{t('memoYours')}</p>
      </div>
    </div>
  )
}

function NoAddress({ way: { network, missing, by_memo } }: { way: Way }) {
  const t = useTranslations('ledger.byChain')
  const may = useMay()('openDeposits')
  const give = useCall('openDeposits', { refresh: ['getDeposits'] })
  if (missing === 'CLOSED')
    return <p className="t2">{t('closed', { network: networkName(network) })}</p>
  if (missing) return <p className="t2">{t('unverified')}</p>
  if (!may) return <p className="t2">{t('notYours')}</p>
  return (
    <>
      <p className="t2 mb12">{t(by_memo ? 'memoNone' : 'none')}</p>
      <Button
        loading={give.isPending}
        onClick={() => give.mutate({ body: { blockchain: network } })}
      >
        {t(by_memo ? 'giveMemo' : 'give')}
      </Button>
    </>
  )
}

function Deposits({ of }: { of: readonly Deposit[] }) {
  const t = useTranslations('ledger.byChain')
  if (of.length === 0)
    return (
      <Card title={t('came')} pad>
        <p className="meta t2">{t('nothing')}</p>
      </Card>
    )
  return (
    <Card title={t('came')}>
      <ul className="rows">
        {of.map(one => (
          <li key={one.reference} className="row g16 between wrap top">
            <div className="grow">
              <div>
                {t(`status.${one.status}`, {
                  confirmations: one.confirmations,
                  needed: one.needed,
                })}
              </div>
              <div className="meta t3">
                <Transaction of={one} />
              </div>
            </div>
            <MoneyAmount of={one.amount} strong />
          </li>
        ))}
      </ul>
    </Card>
  )
}
