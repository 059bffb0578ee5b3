import { useTranslations } from 'use-intl'
import { isToken } from '#domain/kernel/currency.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { Link } from '#web/ui/link.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import type { BatchView } from './batch-words.tsx'
import { CurrencyName } from './currency-name.tsx'

type Fund = BatchView['funds'][number]

/** What is needed in each currency and asset against what arrived, crypto first. */
export function BatchFunding({ batch: { funds, sandbox } }: { batch: BatchView }) {
  const t = useTranslations('batches.batch')
  const short = funds.filter(({ missing }) => missing.amount_in_smallest_unit > 0).length
  if (funds.length === 0)
    return (
      <Card title={t('funding')} pad>
        <p className="meta t2">{t('nothingNeeded')}</p>
      </Card>
    )
  const sorted = funds.toSorted(
    (a, b) => Number(isToken(b.needed.currency)) - Number(isToken(a.needed.currency)),
  )
  return (
    <TableCard
      label={t('funding')}
      columns={4}
      density="tight"
      minWidth={520}
      top={<CardHead note={t('fundingNote', { count: short })}>{t('funding')}</CardHead>}
      head={
        <>
          <Th>{t('asset')}</Th>
          <Th end>{t('needed')}</Th>
          <Th end>{t('arrived')}</Th>
          <Th>{t('state')}</Th>
        </>
      }
    >
      {sorted.map(of => (
        <FundLine key={of.needed.currency} of={of} sandbox={sandbox} />
      ))}
    </TableCard>
  )
}

function FundLine({
  of: { needed, arrived, missing, on_its_way },
  sandbox,
}: {
  of: Fund
  sandbox: boolean
}) {
  const t = useTranslations('batches.batch')
  const state =
    missing.amount_in_smallest_unit === 0
      ? 'arrived'
      : on_its_way.amount_in_smallest_unit >= missing.amount_in_smallest_unit
        ? 'coming'
        : 'missing'
  return (
    <Row>
      <td>
        <CurrencyName currency={needed.currency} />
      </td>
      <td className="r">
        <MoneyAmount of={needed} />
      </td>
      <td className="r">
        <MoneyAmount of={arrived} strong />
      </td>
      <td>
        <span className="row g8 wrap">
          <StatusChip tone={state === 'arrived' ? 'ok' : state === 'coming' ? 'run' : 'warn'}>
            {t(`fundStates.${state}`)}
          </StatusChip>
          {state === 'missing' && !sandbox && (
            <Link href="/employer/fund-payroll" className="meta w5">
              {t('send')}
            </Link>
          )}
        </span>
      </td>
    </Row>
  )
}
