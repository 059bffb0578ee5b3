import { useTranslations } from 'use-intl'
import type { ContractStatus } from '#domain/contracts/contract.ts'
import { formatDate, formatDateLong } from '#domain/kernel/plain-date.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useContractWord } from '#web/parts/contract-word.ts'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { dateRange } from '#web/parts/times.ts'
import { cyclePath, PayChip } from '#web/payroll/shared.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { useContractorActions } from './parts/contractor-actions.ts'

type Offboarding = ClientOutput<'getOffboarding'>

/** What ending the relation with a contractor comes to: contracts in the way, what is owed, and what they go on seeing. */
export function EmployerOffboardPage() {
  const t = useTranslations('people.offboard')
  const id = useParam('contractorId')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('getOffboarding', { params: { id } })}
        skeleton={
          <>
            <HeadSkeleton width={420} />
            <CardSkeleton height={320} />
          </>
        }
      >
        {offboarding => <Offboard of={offboarding} />}
      </QueryView>
    </Page>
  )
}

function Offboard({ of }: { of: Offboarding }) {
  const t = useTranslations('people.offboard')
  const profile = `/employer/contractors/${encodeURIComponent(of.contractor_sub)}/profile/read`
  const name = () => <bdi>{of.contractor_name}</bdi>
  const { last_pay_date: last } = of
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('crumbs.contractors'), href: '/employer/contractors' },
          { label: of.contractor_name, href: profile },
          { label: t('title') },
        ]}
        title={t.rich('head', { name })}
        lead={
          of.contracts.some(({ status, last_day_on }) => status === 'ACTIVE' && !last_day_on)
            ? t('lastFollows')
            : last
              ? t('last', { date: formatDateLong(last) })
              : t('nothingOwed')
        }
      />
      <div className="form-column stack g20">
        <Contracts of={of} />
        <Owed of={of} />
        <Unpaid of={of} />
        <Card pad title={t('sees.title', { name: of.contractor_name })}>
          <ul className="stack g8">
            {(['keeps', 'paid', 'told', 'you'] as const).map(key => (
              <li key={key}>
                <Say kind="note" icon="done">
                  {t(`sees.${key}`)}
                </Say>
              </li>
            ))}
          </ul>
        </Card>
        <Leave of={of} profile={profile} />
      </div>
    </>
  )
}

const RUNS: readonly ContractStatus[] = ['ACTIVE']

/** What becomes of a contract that does not run. */
const STANDS: Partial<Record<ContractStatus, 'unsigned' | 'offered'>> = {
  DRAFT: 'unsigned',
  AWAITING_SIGNATURE: 'offered',
}

/** The contracts that are not over: those that run are ended first, each by its own page. */
function Contracts({ of: { contracts, contractor_sub } }: { of: Offboarding }) {
  const t = useTranslations('people.offboard.contracts')
  const word = useContractWord()
  if (contracts.length === 0) return null
  return (
    <Card title={t('title')}>
      <ul className="rows">
        {contracts.map(({ contract_uuid, role, kind, status, first_day_on, last_day_on }) => (
          <li key={contract_uuid} className="row g16 between wrap">
            <div className="grow">
              <div className="w6">
                <bdi>{role}</bdi>
              </div>
              <div className="meta t3">
                {last_day_on && status !== 'DRAFT' && status !== 'AWAITING_SIGNATURE'
                  ? t('ends', {
                      status: word({
                        kind,
                        status,
                        start_date: first_day_on,
                        end_date: last_day_on,
                      }),
                      date: formatDate(last_day_on),
                    })
                  : t(STANDS[status] ?? 'runs', {
                      status: word({
                        kind,
                        status,
                        start_date: first_day_on,
                        end_date: last_day_on,
                      }),
                    })}
              </div>
            </div>
            <LinkButton
              size="sm"
              variant={RUNS.includes(status) ? 'primary' : 'secondary'}
              href={`/employer/contractors/${encodeURIComponent(contractor_sub)}/contract/${contract_uuid}${RUNS.includes(status) ? '/read' : ''}`}
            >
              {t(RUNS.includes(status) ? 'end' : 'open')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What is owed and paid all the same, pay by pay. */
function Owed({ of: { owed, owed_totals } }: { of: Offboarding }) {
  const t = useTranslations('people.offboard.owed')
  if (owed.length === 0) return null
  return (
    <Card
      title={t('title')}
      note={
        <span className="w6">
          <MoneyList of={owed_totals} />
        </span>
      }
    >
      <ul className="rows">
        {owed.map(({ cycle_uuid, policy_uuid, policy_label, pay_date, amount, status }) => (
          <li key={`${cycle_uuid} ${amount.amount_in_smallest_unit}`} className="row g16 between">
            <div className="grow">
              <Link href={cyclePath('payroll-run', { policy_uuid, cycle_uuid, status })}>
                {formatDateLong(pay_date)}
              </Link>
              <div className="meta t3">{policy_label}</div>
            </div>
            <div className="r stack g4">
              <MoneyAmount of={amount} strong />
              <PayChip status={status} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Days that were earned and that no cycle pays: the only thing that is lost sight of here. */
function Unpaid({ of: { unpaid } }: { of: Offboarding }) {
  const t = useTranslations('people.offboard.unpaid')
  if (unpaid.length === 0) return null
  return (
    <Card title={t('title')}>
      <ul className="rows">
        {unpaid.flatMap(({ contract_uuid, periods }) =>
          periods.map(({ start_date, end_date, amount }) => (
            <li key={`${contract_uuid} ${start_date}`} className="row g16 between">
              <span>{dateRange(start_date, end_date)}</span>
              <MoneyAmount of={amount} strong />
            </li>
          )),
        )}
      </ul>
      <div className="body-pad">
        <Say kind="unusual" to={<Link href="/dashboard">{t('add')}</Link>}>
          {t('text')}
        </Say>
      </div>
    </Card>
  )
}

function Leave({ of, profile }: { of: Offboarding; profile: string }) {
  const t = useTranslations('people.offboard')
  const go = useGo()
  const { busy, offboard } = useContractorActions(() => go('/employer/contractors'))
  const free = of.allowed_actions.includes('offboard')
  const running = of.contracts.filter(({ status }) => RUNS.includes(status))
  const open = running.filter(({ last_day_on }) => !last_day_on).length
  const until = running
    .flatMap(({ last_day_on }) => last_day_on ?? [])
    .toSorted()
    .at(-1)
  return (
    <div className="stack g12">
      {!free && open > 0 && <Say kind="blocked">{t('endFirst', { count: open })}</Say>}
      {!free && open === 0 && until && (
        <Say kind="blocked">{t('runsUntil', { date: formatDateLong(until) })}</Say>
      )}
      <div className="row g8">
        <LinkButton variant="secondary" size="lg" href={profile}>
          {t('cancel')}
        </LinkButton>
        <Button
          variant="danger"
          size="lg"
          disabled={!free}
          loading={busy}
          onClick={() => void offboard(of.contractor_sub)}
        >
          {t('verb')}
        </Button>
      </div>
    </div>
  )
}
