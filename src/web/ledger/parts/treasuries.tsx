import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { ExplainMissingDialog } from './explain-missing-dialog.tsx'
import { WalletDifference } from './wallet-difference.tsx'
import './funds.css'

type Treasury = ClientOutput<'listTreasuries'>['treasuries'][number]

/** Blocks come every ten minutes or so. */
const LOOKS_AGAIN_MS = 60_000

/** The wallets that payments on chains leave from; nothing where everything is recorded by hand. */
export function Treasuries() {
  const t = useTranslations('ledger.treasuries')
  return (
    <QueryView
      of={{ ...query('listTreasuries', {}), refetchInterval: LOOKS_AGAIN_MS }}
      skeleton={null}
    >
      {({ treasuries }) =>
        treasuries.length > 0 && (
          <section id="wallets">
            <SectionHead title={t('title')} />
            <p className="meta t2 mb12">{t('lead')}</p>
            <div className="stack g16">
              {[...Map.groupBy(treasuries, of => of.network)].map(([network, of]) => (
                <WalletCard key={network} of={of} />
              ))}
            </div>
          </section>
        )
      }
    </QueryView>
  )
}

/** A wallet: what is wrong with it, each token that it holds, and what all of them have in common. */
function WalletCard({ of }: { of: readonly Treasury[] }) {
  const t = useTranslations('ledger.treasuries')
  const [first] = of
  if (!first) return null
  const { network, address, coin, coin_missing, height, read_at, problem, problem_since } = first
  const read = height !== null && read_at !== null
  return (
    <Card title={of.length > 1 ? networkName(network) : nameOf(first)} pad>
      {problem && problem_since && (
        <div className="mb12">
          <Say kind="blocked" word={t(`problems.${problem}`)}>
            {t('since', { at: atTime(problem_since) })}
          </Say>
        </div>
      )}
      {!of.some(saysWhy) && <Hold of={first} />}
      {coin_missing && <CoinGone of={first} missing={coin_missing} />}
      <div className="wallet-tokens">
        {of.map(one => (
          <TokenHeld key={one.held.currency} of={one} isOneOfSeveral={of.length > 1} />
        ))}
      </div>
      <DefinitionRows
        facts
        rows={[
          ...(coin ? [{ id: 'coin', term: t('coin'), value: <MoneyAmount of={coin} /> }] : []),
          {
            id: 'address',
            term: t('address'),
            value: (
              <>
                <span className="mono">{address}</span>{' '}
                <CopyButton text={address} of={t('addressOf', { network: networkName(network) })} />
              </>
            ),
          },
          {
            id: 'read',
            term: t('read'),
            value: read ? t('block', { height, at: atTime(read_at) }) : t('unread'),
          },
        ]}
      />
    </Card>
  )
}

/** Whether the token itself says why nothing leaves: it holds other than the books say. */
function saysWhy({ difference, hold, missing }: Treasury): boolean {
  return hold === 'TOKENS_MISSING' && !missing && difference?.stops === true
}

/**
 * What a wallet holds of one token and of that by the books, what of it is missing, is more than it may be, or can be paid. What can be paid is said where it is not
 * all that it holds, and what waits where something does.
 */
function TokenHeld({ of, isOneOfSeveral }: { of: Treasury; isOneOfSeveral: boolean }) {
  const t = useTranslations('ledger.treasuries')
  const { network, held, ready, waiting, booked, own, missing, most, over, difference } = of
  const deposited = of.deposited?.amount_in_smallest_unit ? of.deposited : null
  const paysLess = ready.amount_in_smallest_unit !== held.amount_in_smallest_unit
  const row = (
    id: 'held' | 'most' | 'missing' | 'deposited' | 'booked' | 'bookedBoth' | 'own' | 'ready',
    money: typeof most,
  ) => (money ? [{ id, term: t(id), value: <MoneyAmount of={money} /> }] : [])
  return (
    <section aria-label={isOneOfSeveral ? nameOf(of) : undefined}>
      {isOneOfSeveral && <h3 className="h4 t2 mb12">{held.currency}</h3>}
      {missing && <Explain of={of} missing={missing} />}
      {difference && <WalletDifference network={network} of={difference} />}
      {over && (
        <div className="mb12">
          <Say kind="unusual" word={t.rich('over', { over: () => <MoneyAmount of={over} /> })}>
            {t('overHelp')}
          </Say>
        </div>
      )}
      <DefinitionRows
        facts
        rows={[
          ...row('held', held),
          ...row('most', most),
          ...row('missing', missing),
          ...row('deposited', deposited),
          ...(own ? row(deposited ? 'bookedBoth' : 'booked', booked) : []),
          ...row('own', own),
          ...(paysLess ? row('ready', ready) : []),
          ...(waiting > 0
            ? [{ id: 'waiting', term: t('waiting'), value: t('transactions', { count: waiting }) }]
            : []),
        ]}
      />
    </section>
  )
}

function nameOf({ network, held }: Treasury): string {
  return `${networkName(network)} ${held.currency}`
}

/** Why nothing new leaves; where the chain cannot be followed that is said alone. */
function Hold({ of }: { of: Treasury }) {
  const t = useTranslations('ledger.treasuries')
  const { problem, hold, hold_since, fee_rate, most_fee_rate, fee_unit, coin } = of
  if (problem || !hold || !hold_since) return null
  const rates = {
    ...{ rate: Number(fee_rate ?? 0), most: Number(most_fee_rate ?? 0) },
    ...{ unit: fee_unit ?? 'SATOSHI_BYTE', coin: coin?.currency ?? '' },
  }
  return (
    <div className="mb12">
      <Say kind="blocked" word={t(`holds.${hold}`, rates)}>
        {t(hold === 'TOKENS_MISSING' ? 'missingSince' : 'holdSince', { at: atTime(hold_since) })}
      </Say>
    </div>
  )
}

/** What left of the coin that fees are paid in, which stops nothing. */
function CoinGone({ of, missing }: { of: Treasury; missing: Missing }) {
  const t = useTranslations('ledger.treasuries')
  return (
    <>
      <div className="mb12">
        <Say
          kind="unusual"
          word={t.rich('coinGone', { missing: () => <MoneyAmount of={missing} /> })}
        >
          {t('coinGoneHelp')}
        </Say>
      </div>
      <Explain of={of} missing={missing} />
    </>
  )
}

type Missing = NonNullable<Treasury['missing']>

/** Has another operator asked whether this is where it went. */
function Explain({ of, missing }: { of: Treasury; missing: Missing }) {
  const t = useTranslations('ledger.treasuries')
  const [open, setOpen] = useState(false)
  if (!of.allowed_actions?.includes('explain_missing')) return null
  return (
    <div className="mb12">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('explain')}
      </Button>
      {open && (
        <ExplainMissingDialog
          network={of.network}
          missing={missing}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
