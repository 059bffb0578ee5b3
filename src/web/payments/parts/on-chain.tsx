import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Reference } from '#web/parts/reference.tsx'
import { atTime } from '#web/parts/times.ts'
import { type Asked, mayBeOnChain } from './may-be-on-chain.ts'

/** A payment on its chain, as far as it has come. */
export type OnChain = Answer['payments'][number]
type Answer = ClientOutput<'listOnChain'>

/** Blocks come every ten minutes or so; what is raised shows sooner. */
const LOOKS_AGAIN_MS = 30_000
/** As many as one call answers: a page. */
const MOST = 100

/**
 * How far each of some payments has come on its chain, looked at again until all have arrived; of others nothing is known, and nothing asked. What lists one as
 * on its way that its chain has looks again as well.
 */
export function useOnChain(
  payments: readonly Asked[],
): (payment_uuid: string | null) => OnChain | undefined {
  const client = useQueryClient()
  const those = payments.filter(mayBeOnChain)
  const asked = those.flatMap(({ payment_uuid }) => payment_uuid ?? [])
  const payment_uuids = asked.toSorted().slice(0, MOST).join(',')
  const underWay = those.filter(of => of.status !== 'SETTLED').map(of => of.payment_uuid)
  const isBehind = (known: Answer | undefined) =>
    known?.payments.some(one => isThere(one) && underWay.includes(one.payment_uuid)) ?? false
  const { data, dataUpdatedAt } = useQuery({
    ...query('listOnChain', { query: { payment_uuids } }),
    enabled: payment_uuids !== '',
    refetchInterval: ({ state: { data: known } }) =>
      known?.payments.every(isThere) && !isBehind(known) ? false : LOOKS_AGAIN_MS,
  })
  const behind = isBehind(data)
  // Each answer of the chain's, and not each drawing.
  useEffect(() => {
    if (behind && dataUpdatedAt > 0)
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'listOnChain' })
  }, [client, behind, dataUpdatedAt])
  return payment_uuid => data?.payments.find(one => one.payment_uuid === payment_uuid)
}

function isThere({ confirmations, needed }: OnChain): boolean {
  return confirmations >= needed
}

/** By which transaction it is paid or came in, and where to look that up; its whole id can be copied where there is room for that. */
export function Transaction({
  of: { transaction, link },
  copied = false,
}: {
  of: Pick<OnChain, 'transaction' | 'link'>
  copied?: boolean | undefined
}) {
  const t = useTranslations('payments.chain')
  if (!transaction) return null
  return (
    <span className="row g8 wrap">
      {link ? (
        <a className="mono" href={link} target="_blank" rel="noopener noreferrer">
          <Reference of={transaction} />
          <span className="sr"> {t('lookUp')}</span>
        </a>
      ) : (
        <span className="mono">
          <Reference of={transaction} />
        </span>
      )}
      {copied && <CopyButton text={transaction} of={t('transaction')} />}
    </span>
  )
}

/** In how many blocks it stands, and why it is not further. */
export function Confirmations({ of, children }: { of: OnChain; children?: ReactNode }) {
  const t = useTranslations('payments.chain')
  const { confirmations, needed, transaction, wait, since } = of
  const far = () => {
    if (!transaction) return t('notMade')
    if (confirmations === 0) return t('waits')
    return confirmations < needed
      ? t('blocks', { confirmations, needed })
      : t('arrived', { needed })
  }
  return (
    <div className="meta t2 row g8 wrap">
      <span>
        {far()} {wait && <span className="warn">{t(`why.${wait}`)}</span>}{' '}
        {wait && since && <span className="t3">{t('since', { at: atTime(since) })}</span>}
      </span>
      {children}
    </div>
  )
}
