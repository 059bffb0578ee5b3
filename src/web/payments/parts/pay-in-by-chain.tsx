import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { QrCode } from '#web/parts/qr-code.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { LOCALE } from '#web/words/words.tsx'
import { Transaction } from './on-chain.tsx'
import '#web/parts/parts.css'

type Ways = ClientOutput<'getDeposits'>
type Way = Ways['ways'][number]
type Deposit = Ways['deposits'][number]

const either = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** Blocks come every ten minutes or so. */
const LOOKS_AGAIN_MS = 60_000

/** The company's address on each chain that it can pay in by, and what came there; nothing where none is followed. */
export function PayInByChain() {
  const t = useTranslations('payments.deposits')
  return (
    <QueryView
      of={{ ...query('getDeposits', {}), refetchInterval: LOOKS_AGAIN_MS }}
      skeleton={null}
    >
      {({ ways, deposits }) =>
        ways.length + deposits.length > 0 && (
          <div className="stack g20 mb12">
            {[...Map.groupBy(ways, way => way.network)].map(([network, of]) => (
              <WayCard key={network} ways={of} />
            ))}
            {deposits.length > 0 && <Deposits of={deposits} />}
            <SectionHead title={t('own')} />
          </div>
        )
      }
    </QueryView>
  )
}

/** An address takes all that can be paid in by its network. */
function WayCard({ ways }: { ways: readonly Way[] }) {
  const t = useTranslations('payments.deposits')
  const [way] = ways
  if (!way) return null
  const { network, address, uri, chain } = way
  const name = networkName(network)
  const currency = either.format(ways.map(of => of.currency))
  return (
    <Card title={t('title', { network: name })} note={currency} pad>
      <div className="deposit-only" role="note">
        {t(chain === 'main' ? 'only' : 'onlyTest', { network: name, currency, chain })}
        <p className="meta">{t('onlyWhy', { currency })}</p>
      </div>
      {ways.map(
        of =>
          of.frozen && (
            <div key={of.currency} className="mb12">
              <Say kind="blocked">{t('frozen', { currency: of.currency })}</Say>
            </div>
          ),
      )}
      {address && uri ? (
        <div className="deposit-way">
          <QrCode text={uri} label={t('code', { network: name })} />
          <Facts way={way} address={address} />
        </div>
      ) : (
        <NoAddress way={way} />
      )}
    </Card>
  )
}

function Facts({ way: { network, needed, least }, address }: { way: Way; address: string }) {
  const t = useTranslations('payments.deposits')
  return (
    <div>
      <div className="meta t3">{t('address')}</div>
      <div className="deposit-address">{address}</div>
      <CopyButton text={address} of={t('addressOf', { network: networkName(network) })} />
      <p className="meta t2 mt8">
        {t.rich('how', { network, needed, least: () => <MoneyAmount of={least} /> })}
      </p>
      <p className="meta t2 mt8">{t('yours')}</p>
    </div>
  )
}

function NoAddress({ way: { network, missing } }: { way: Way }) {
  const t = useTranslations('payments.deposits')
  const may = useMay()('openDeposits')
  const give = useCall('openDeposits', { refresh: ['getDeposits'] })
  if (missing) return <p className="t2">{t('unverified')}</p>
  if (!may) return <p className="t2">{t('notYours')}</p>
  return (
    <>
      <p className="t2 mb12">{t('none')}</p>
      <Button
        loading={give.isPending}
        onClick={() => give.mutate({ body: { blockchain: network } })}
      >
        {t('give')}
      </Button>
    </>
  )
}

function Deposits({ of }: { of: readonly Deposit[] }) {
  const t = useTranslations('payments.deposits')
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
