import { useQuery } from '@tanstack/react-query'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useAppConfig, useMe } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { CoverageBar } from '#web/ui/progress.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'

type Funds = ClientOutput<'getEmployerBalances'>
type Balance = Funds['balances'][number]

/** Whether anything is, was or will be in a currency. */
function isUsed({ available, reserved, in_flight, need }: Balance): boolean {
  return available + reserved + in_flight + need > 0
}

/** What is there, what this week needs, how to add to it, and what arrived. */
export function EmployerFundsPage() {
  const funds = useQuery({ ...query('getEmployerBalances', {}), refetchOnMount: 'always' })
  return (
    <Page>
      <Head balances={funds.data?.balances.filter(isUsed)} />
      {funds.isPending && <LoadingBlock height={360} />}
      {funds.error && !funds.data && (
        <LoadProblem problem={funds.error} onRetry={() => void funds.refetch()} />
      )}
      {funds.data && (
        <>
          <div className="aside-grid">
            <Balances balances={funds.data.balances.filter(isUsed)} />
            <HowToFund />
          </div>
          <SectionHead title="Funds received" />
          <Fundings fundings={funds.data.fundings} />
        </>
      )}
      <SimulatedNote />
    </Page>
  )
}

function Head({ balances }: { balances: readonly Balance[] | undefined }) {
  const [short, ...others] = (balances ?? []).filter(one => one.short > 0)
  const first = balances?.toSorted((a, b) => b.need - a.need)[0]
  if (short)
    return (
      <PageHead
        title={
          <>
            <BalanceAmount of={short} minor={short.short} /> missing for this week
          </>
        }
        lead={
          others.length > 0 ? (
            <span>
              Also missing:{' '}
              {others.map((one, at) => (
                <span key={one.currency}>
                  {at > 0 && ', '}
                  <BalanceAmount of={one} minor={one.short} />
                </span>
              ))}
              .
            </span>
          ) : (
            'Pay dates of the coming seven days need more than the balance holds.'
          )
        }
      />
    )
  if (first)
    return (
      <PageHead
        title={
          <>
            <BalanceAmount of={first} minor={first.available} /> available
          </>
        }
        lead={
          first.need > 0
            ? 'It covers the pay dates of the coming seven days.'
            : 'No pay date in the coming seven days needs more.'
        }
      />
    )
  return (
    <PageHead title="Funds" lead="Money for payroll is held for your company until it leaves." />
  )
}

function BalanceAmount({ of, minor }: { of: Balance; minor: number }) {
  return <Amount minor={minor} currency={of.currency} exponent={exponentOf(of.currency)} />
}

function Balances({ balances }: { balances: readonly Balance[] }) {
  if (balances.length === 0)
    return (
      <EmptyState title="No funds yet">
        Send the first wire as described; it is booked under your reference.
      </EmptyState>
    )
  return (
    <TableCard
      label="Balances"
      columns={5}
      minWidth={560}
      head={
        <>
          <Th>Currency</Th>
          <Th end>Available</Th>
          <Th>This week</Th>
          <Th end>Reserved</Th>
          <Th end>Under way</Th>
        </>
      }
    >
      {balances.map(one => (
        <BalanceRow key={one.currency} balance={one} />
      ))}
    </TableCard>
  )
}

function BalanceRow({ balance: one }: { balance: Balance }) {
  const exponent = exponentOf(one.currency)
  const scale = Math.max(one.need, one.available, 1)
  return (
    <Row>
      <td className="w6">{one.currency}</td>
      <td className="r w6">
        <Amount minor={one.available} exponent={exponent} />
      </td>
      <td style={{ minWidth: 150 }}>
        <CoverageBar
          label={`${one.currency}: needed this week against what is available`}
          covered={(Math.min(one.need, one.available) / scale) * 100}
          missing={(one.short / scale) * 100}
        />
        <div className={one.short > 0 ? 'meta warn w5 mt4' : 'meta t3 mt4'}>
          {one.short > 0 ? (
            <>
              <Amount minor={one.short} exponent={exponent} /> missing of{' '}
            </>
          ) : (
            'Needs '
          )}
          <Amount minor={one.need} exponent={exponent} />
        </div>
      </td>
      <td className="r t2">
        <Amount minor={one.reserved} exponent={exponent} />
      </td>
      <td className="r t2">
        <Amount minor={one.in_flight} exponent={exponent} />
      </td>
    </Row>
  )
}

function HowToFund() {
  const { organisation } = useMe()
  const support = useAppConfig()?.support_email
  const reference = organisation?.domain
  return (
    <Card title="Add funds by wire" pad>
      <ol className="stack g16">
        <li>
          <div className="w5">Wire from an account of your company</div>
          <div className="meta t2 mt2">
            In the currency that you pay in. Our account details are in your agreement
            {support && (
              <>
                , or ask <Link href={`mailto:${support}`}>{support}</Link>
              </>
            )}
            .
          </div>
        </li>
        <li>
          <div className="w5">Quote this reference</div>
          {reference ? (
            <div className="row g8 mt4 inset" style={{ padding: '6px 6px 6px 12px' }}>
              <span className="mono w6 grow cut">{reference}</span>
              <IconButton
                icon="copy"
                size="sm"
                label="Copy the reference"
                onClick={() => void copy(reference)}
              />
            </div>
          ) : (
            <div className="meta t2 mt2">
              It is made when your company has a name:{' '}
              <Link href="/employer/onboarding">name it first</Link>.
            </div>
          )}
        </li>
        <li>
          <div className="w5">It is booked when it arrives</div>
          <div className="meta t2 mt2">
            Pay that waits for funding goes on by itself. Without the reference booking takes
            longer.
          </div>
        </li>
      </ol>
    </Card>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    openAlert('Copied', { severity: 'success', duration_ms: 3000 })
  } catch {
    // The clipboard may be forbidden; the reference can still be read (specification 8: no message).
  }
}

function Fundings({ fundings }: { fundings: Funds['fundings'] }) {
  if (fundings.length === 0)
    return (
      <EmptyState title="Nothing arrived yet">
        Each wire is listed here once it is booked.
      </EmptyState>
    )
  return (
    <TableCard
      label="Funds received"
      columns={2}
      head={
        <>
          <Th>Reference</Th>
          <Th end>Amount</Th>
        </>
      }
    >
      {fundings.map(one => (
        <Row key={one.funding_uuid}>
          <td>
            <div className="mono">{one.reference}</div>
            <div className="meta t3">Received on {formatDate(one.received_on)}</div>
          </td>
          <td className="r">
            <MoneyAmount of={one.amount} strong />
          </td>
        </Row>
      ))}
    </TableCard>
  )
}
