import { useTranslations } from 'use-intl'
import { SaveButton } from '#web/parts/download.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { allRows, GroupBar, rowsIn } from './batch-progress.tsx'
import type { BatchView } from './batch-words.tsx'
import { CurrencyName } from './currency-name.tsx'

type Count = BatchView['counts'][number]

/** The same counts as above currency by currency and asset by asset, with a row of all. */
export function BatchCurrencies({ batch }: { batch: BatchView }) {
  const t = useTranslations('batches.batch')
  const { counts, batch_uuid } = batch
  const currencies = Map.groupBy(counts, ({ amount }) => amount.currency)
  return (
    <>
      <SectionHead
        title={t('byCurrency')}
        tools={
          <SaveButton
            file="exportPaymentBatch"
            input={{ params: { batch_uuid }, query: { rows: 'sent' } }}
          >
            {t('csv')}
          </SaveButton>
        }
      />
      <TableCard
        label={t('byCurrency')}
        columns={5}
        density="tight"
        minWidth={720}
        head={
          <>
            <Th>{t('paidIn')}</Th>
            <Th end>{t('out')}</Th>
            <Th end>{t('total')}</Th>
            <Th width={200}>{t('progressHead')}</Th>
            <Th end>{t('state')}</Th>
          </>
        }
        foot={
          <tr>
            <td className="w6">{t('groups.together')}</td>
            <td className="r">
              <Out counts={counts} />
            </td>
            <td />
            <td />
            <td />
          </tr>
        }
      >
        {[...currencies].map(([currency, own]) => (
          <Row key={currency}>
            <td>
              <CurrencyName currency={currency} />
            </td>
            <td className="r">
              <Out counts={own} />
            </td>
            <td className="r">
              <MoneyAmount of={{ currency, amount_in_smallest_unit: sumOf(own) }} strong />
            </td>
            <td>
              <GroupBar counts={own} />
            </td>
            <td className="r">
              <State counts={own} short={isShort(batch, currency)} />
            </td>
          </Row>
        ))}
      </TableCard>
    </>
  )
}

function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { amount }) => sum + amount.amount_in_smallest_unit, 0)
}

function isShort({ funds }: BatchView, currency: string): boolean {
  return funds.some(
    ({ missing }) => missing.currency === currency && missing.amount_in_smallest_unit > 0,
  )
}

function Out({ counts }: { counts: readonly Count[] }) {
  const t = useTranslations('batches.batch')
  return t.rich('outOf', {
    out: rowsIn(counts, 'settled') + rowsIn(counts, 'sent'),
    all: allRows(counts),
    of: chunks => <span className="t3">{chunks}</span>,
  })
}

/** What of a currency needs somebody, else how far it is. */
function State({ counts, short }: { counts: readonly Count[]; short: boolean }) {
  const t = useTranslations('batches.batch')
  const rows = (...states: readonly Count['state'][]) =>
    counts.reduce((sum, of) => sum + (states.includes(of.state) ? of.rows : 0), 0)
  const [failed, declined, held, joining] = [
    rows('FAILED'),
    rows('DECLINED'),
    rows('HELD'),
    rows('UNINVITED', 'INVITED'),
  ]
  const [waiting, left] = [rows('WAITING'), rows('APPROVED')]
  const words = [
    failed > 0 && { kind: 'err', text: t('nFailed', { count: failed }) },
    declined > 0 && { kind: 'err', text: t('nDeclined', { count: declined }) },
    held > 0 && !short && { kind: 'warn', text: t('nHeld', { count: held }) },
    short && { kind: 'warn', text: t('waitsFunding') },
    waiting > 0 && { kind: 't2', text: t('toApprove', { count: waiting }) },
    joining > 0 && { kind: 't2', text: t('nJoining', { count: joining }) },
    left > 0 && { kind: 't2', text: t('togo', { count: left }) },
  ].filter(said => said !== false)
  if (words.length === 0)
    return (
      <span className="t3">
        {rows('CANCELLED') === allRows(counts)
          ? t('backAll')
          : rows('SENT') > 0
            ? t('groups.sent')
            : t('allSettled')}
      </span>
    )
  return (
    <span className="meta">
      {words.map(({ kind, text }, at) => (
        <span key={text} className={kind}>
          {at > 0 && ', '}
          {text}
        </span>
      ))}
    </span>
  )
}
