import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isToken } from '#domain/kernel/currency.ts'
import { blockchainsOf, networkName } from '#domain/kernel/network.ts'
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
          <>
            <SectionHead title={t('title')} />
            <p className="meta t2 mb12">{t('lead')}</p>
            <div className="stack g16">
              {treasuries.map(treasury => (
                <TreasuryCard
                  key={`${treasury.network} ${treasury.held.currency}`}
                  treasury={treasury}
                />
              ))}
            </div>
          </>
        )
      }
    </QueryView>
  )
}

function TreasuryCard({ treasury }: { treasury: Treasury }) {
  const t = useTranslations('ledger.treasuries')
  const { network, address, held, ready, waiting, height, read_at, problem, problem_since } =
    treasury
  const { deposited, booked, coin, missing, most, over, allowed_actions } = treasury
  const read = height !== null && read_at !== null
  return (
    <Card title={`${networkName(network)} ${held.currency}`} pad>
      {problem && problem_since && (
        <div className="mb12">
          <Say kind="blocked" word={t(`problems.${problem}`)}>
            {t('since', { at: atTime(problem_since) })}
          </Say>
        </div>
      )}
      <Hold of={treasury} />
      {allowed_actions?.includes('explain_missing') && <Explain of={treasury} />}
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
          { id: 'held', term: t('held'), value: <MoneyAmount of={held} /> },
          ...(most ? [{ id: 'most', term: t('most'), value: <MoneyAmount of={most} /> }] : []),
          ...(missing
            ? [{ id: 'missing', term: t('missing'), value: <MoneyAmount of={missing} /> }]
            : []),
          ...(deposited && deposited.amount_in_smallest_unit > 0
            ? [{ id: 'deposited', term: t('deposited'), value: <MoneyAmount of={deposited} /> }]
            : []),
          ...(booked
            ? [
                {
                  id: 'booked',
                  term: isOnSeveral(held.currency) ? t('bookedOnAll') : t('booked'),
                  value: <MoneyAmount of={booked} />,
                },
              ]
            : []),
          { id: 'ready', term: t('ready'), value: <MoneyAmount of={ready} /> },
          ...(coin ? [{ id: 'coin', term: t('coin'), value: <MoneyAmount of={coin} /> }] : []),
          { id: 'waiting', term: t('waiting'), value: t('transactions', { count: waiting }) },
          {
            id: 'address',
            term: t('address'),
            value: (
              <>
                <span className="mono">{address}</span>{' '}
                <CopyButton text={address} of={t('address')} />
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

/** Whether the books hold of it what lies on several networks. */
function isOnSeveral(currency: string): boolean {
  return isToken(currency) && blockchainsOf(currency).length > 1
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

/** Has another operator asked whether this is where it went. */
function Explain({ of }: { of: Treasury }) {
  const t = useTranslations('ledger.treasuries')
  const [open, setOpen] = useState(false)
  return (
    <div className="mb12">
      <Button onClick={() => setOpen(true)}>{t('explain')}</Button>
      {open && of.missing && (
        <ExplainMissingDialog
          network={of.network}
          missing={of.missing}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
