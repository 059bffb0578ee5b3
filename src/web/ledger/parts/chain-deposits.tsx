import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { useMe } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Link } from '#web/ui/link.tsx'
import { Say } from '#web/ui/say.tsx'
import { LOCALE } from '#web/words/words.tsx'

const either = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** Blocks come every ten minutes or so. */
const LOOKS_AGAIN_MS = 60_000

/** That a company can pay in by a chain too, and what of that is on its way; nothing where none is followed. */
export function ChainDeposits() {
  const t = useTranslations('ledger.byChain')
  const { is_partner } = useMe()
  const found = useQuery({ ...query('getDeposits', {}), refetchInterval: LOOKS_AGAIN_MS })
  const { data } = found
  if (!data) return <NotLoaded of={found} />
  if (data.ways.length === 0) return null
  const names = [...new Set(data.ways.map(way => networkName(way.network)))]
  const networks = either.format(names)
  const page = is_partner ? '/employer/partner/payments' : '/employer/fund-payroll'
  const underWay = data.deposits.filter(of => of.status === 'SEEN' || of.status === 'ARRIVED')
  const to = <Link href={`${page}/add-crypto-fund`}>{t('address', { networks })}</Link>
  return (
    <div className="stack g8 mt16">
      <Say kind="note" to={to}>
        {t('offer', { networks })}
      </Say>
      {underWay.map(({ reference, amount, confirmations, needed }) => (
        <Say key={reference} kind="note" icon="clock">
          {t.rich('seen', { confirmations, needed, amount: () => <MoneyAmount of={amount} /> })}
        </Say>
      ))}
    </div>
  )
}
