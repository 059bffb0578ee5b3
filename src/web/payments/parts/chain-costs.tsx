import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { atTime } from '#web/parts/times.ts'
import { Link } from '#web/ui/link.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Checklist } from '../queries.ts'

type ChainCost = NonNullable<Checklist['chains']>[number]

/** What each chain takes for what is ready, and where our wallet does not reach: before anything is executed. */
export function ChainCosts({ of }: { of: readonly ChainCost[] }) {
  if (of.length === 0) return null
  return (
    <div className="stack g8 mt12">
      {of.map(cost => (
        <ChainCostView key={`${cost.network} ${cost.total.currency}`} cost={cost} />
      ))}
    </div>
  )
}

function ChainCostView({ cost }: { cost: ChainCost }) {
  const t = useTranslations('payments.chainCosts')
  const tWhy = useTranslations('payments.chain.why')
  const { fee, ready, short, wait, accounts, coin_short } = cost
  const network = networkName(cost.network)
  const amounts = {
    ready: () => <MoneyAmount of={ready} />,
    short: () => short && <MoneyAmount of={short} />,
  }
  const wallet = <Link href="/operations/funds">{t('wallet')}</Link>
  if (wait)
    return (
      <Say kind="blocked" word={network} to={wallet}>
        {tWhy(wait)}
      </Say>
    )
  return (
    <Say kind={short || coin_short ? 'blocked' : 'note'} word={network} to={wallet}>
      {short ? t.rich('short', amounts) : t.rich('reaches', amounts)}{' '}
      {coin_short && <>{t.rich('coinShort', { coin: () => <MoneyAmount of={coin_short} /> })} </>}
      {fee && cost.asked_at
        ? t.rich(`fee.${cost.fee_unit ?? 'SATOSHI_BYTE'}`, {
            fee: () => <MoneyAmount of={fee} />,
            accounts: () => accounts && <MoneyAmount of={accounts} />,
            rate: cost.fee_rate ?? 0,
            asked: atTime(cost.asked_at),
          })
        : t('unknown')}
    </Say>
  )
}
