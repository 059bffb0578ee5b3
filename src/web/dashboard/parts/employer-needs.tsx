import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useMay, useMe } from '#web/kernel/me.ts'
import { JUST_ASKED_MS, query } from '#web/kernel/queries.ts'
import type { ApiName, ClientOutput } from '#web/kernel/types.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { dateRange, monthDay } from '#web/parts/times.ts'
import { cyclePath, type UnpaidPeriod } from '#web/payroll/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import './employer-home.css'
import { type FirstPay, nextStep } from './first-pay.ts'
import { toCover } from './to-cover.ts'

type CycleRow = ClientOutput<'listCycles'>['items'][number]
type PeopleNeeds = ClientOutput<'getPeopleNeeds'>

type FailedOffer = ClientOutput<'listFailedOffers'>[number]

/** What needs an employer by itself, each as it was answered, and what Corridor asks them to send. */
export function useNeeds() {
  return {
    asked: useQuery({ ...query('getWaysToFund', {}), staleTime: JUST_ASKED_MS }),
    people: useQuery({ ...query('getPeopleNeeds', {}), staleTime: JUST_ASKED_MS }),
    unpaid: useQuery(query('listUnpaidPeriods', { query: { limit: '20' } })),
    failed: useQuery(query('listFailedOffers', {})),
  }
}

type Need = {
  readonly key: string
  readonly icon: IconName
  readonly tone?: 'warn' | 'quiet'
  readonly title: ReactNode
  readonly text: ReactNode
  readonly verb: string
  readonly href: string
  /** The call that it comes to; needs are told to whom the server lets make it. */
  readonly call: ApiName
}

type Translator = ReturnType<typeof useTranslations<'dashboard.needs'>>

/** What the employer has to do about what is not wrong yet, the most urgent first, one button each; that nothing is, only once all of it is known. */
export function EmployerNeeds({
  cycles,
  way,
  today,
  wrong,
  known,
}: {
  cycles: readonly CycleRow[]
  /** The way to the first pay: until it has settled it says above what is next. */
  way: FirstPay
  today: string
  /** Whether something stands above that is to be seen to first. */
  wrong: boolean
  known: ReturnType<typeof useNeeds>
}) {
  const t = useTranslations('dashboard.needs')
  const { people: asked, unpaid, failed } = known
  const people = asked.data
  const may = useMay()
  const { is_partner } = useMe()
  const all = [
    ...verificationNeed(way, t),
    ...cycles.flatMap(row => cycleNeeds(row, t)),
    ...(unpaid.data?.items ?? []).map(of => unpaidNeed(of, t)),
    ...(failed.data ?? []).map(of => failedNeed(of, t)),
    // Partners pay without contracts.
    ...(people && !is_partner
      ? [...eachOf('sign', people.to_sign, t), ...eachOf('draft', people.to_draft, t)]
      : []),
    ...(people ? endingNeed(people.ending, t) : []),
  ]
  const needs = all.filter(need => may(need.call))
  // One thing is the first of all that the home asks for.
  const alone = !wrong && (way.settled || !nextStep(way, 'employer'))
  // While the set-up goes on, its checklist above says what is next; what others have to do is not done.
  const answers = Object.values(known)
  const isWhole = answers.every(({ data }) => data !== undefined)
  if (isWhole && needs.length === 0 && (!way.settled || all.length > 0)) return null
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={<span className="meta t3">{formatDateLong(today)}</span>}
      />
      <div className="stack g12">
        <Awaited of={answers} failed={t('unknown')} />
        {(isWhole || needs.length > 0) && <NeedsCard needs={needs} wrong={wrong} alone={alone} />}
      </div>
    </>
  )
}

function NeedsCard({
  needs,
  wrong,
  alone,
}: {
  needs: readonly Need[]
  wrong: boolean
  alone: boolean
}) {
  const t = useTranslations('dashboard.needs')
  return (
    <Card pad={needs.length === 0}>
      {needs.length === 0 ? (
        <Say kind="done" word={t('nothing.word')}>
          {t('nothing.text', { wrong: wrong ? 'yes' : 'no' })}
        </Say>
      ) : (
        <ul className="needs">
          {needs.map((need, at) => (
            <li key={need.key}>
              <span className={`tile ${need.tone ?? ''}`}>
                <Icon name={need.icon} />
              </span>
              <div className="grow">
                <div className="w6">{need.title}</div>
                <div className="meta t2 mt2">{need.text}</div>
              </div>
              <LinkButton href={need.href} variant={at === 0 && alone ? 'primary' : 'secondary'}>
                {need.verb}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** That the company is verified no more, as after its legal name changed: no pay leaves, and it is told no account to send money to. */
export function verificationNeed(way: FirstPay, t: Translator): Need[] {
  if (!way.settled || way.steps.length === 0) return []
  const step = nextStep(way, 'employer')
  const said = step ? 'unverified' : 'reviewed'
  return [
    {
      key: 'verification',
      icon: 'warning',
      tone: 'warn',
      title: t(`${said}.title`),
      text: t(`${said}.text`),
      verb: t(`${said}.verb`),
      href: step?.link ?? '/dashboard/employer/kyc',
      call: 'putEmployerKyc',
    },
  ]
}

function cycleNeeds(row: CycleRow, t: Translator): Need[] {
  if (row.contractors === 0) return []
  const needs: Need[] = []
  const [missing, ...others] = toCover(row)
  if (missing)
    needs.push({
      key: `cover ${row.cycle_uuid ?? row.policy_uuid}`,
      icon: 'funds',
      tone: 'warn',
      title: t.rich('cover.title', {
        amount: () => <MoneyAmount of={missing} />,
        date: monthDay(row.pay_date),
      }),
      text: t.rich(others.length > 0 ? 'cover.also' : 'cover.text', {
        others: () => <MoneyList of={others} />,
      }),
      verb: t('cover.verb'),
      href: '/employer/fund-payroll',
      call: 'approveCycle',
    })
  // What is not open yet has nothing else to do; what else is wrong stands above, with who acts.
  if (row.cycle_uuid === null || row.pay_state?.tone === 'WRONG') return needs
  if (row.timesheets_waiting > 0)
    needs.push({
      key: `time ${row.cycle_uuid}`,
      icon: 'clock',
      title: t('time.title', { count: row.timesheets_waiting }),
      text: t('time.text', {
        policy: row.policy_label,
        period: dateRange(row.start_date, row.end_date),
        date: monthDay(row.pay_date),
      }),
      verb: t('time.verb'),
      href: cyclePath('payroll-run', row),
      call: 'acceptTimesheets',
    })
  if (row.allowed_actions.includes('approve'))
    needs.push({
      key: `approve ${row.cycle_uuid}`,
      icon: 'payroll',
      title: t('approve.title', { policy: row.policy_label }),
      text: t.rich('approve.text', {
        ...{ kind: row.kind, count: row.waiting.count },
        amount: () => <MoneyList of={row.waiting.totals} />,
        date: formatDateLong(row.pay_date),
      }),
      verb: t('approve.verb'),
      href: cyclePath('payroll-run', row),
      call: 'approveCycle',
    })
  return needs
}

function unpaidNeed(of: UnpaidPeriod, t: Translator): Need {
  const [first] = of.periods
  const last = of.periods.at(-1)
  return {
    key: `unpaid ${of.contract_uuid}`,
    icon: 'warning',
    tone: 'warn',
    title: t.rich('unpaid.title', {
      amount: () => <MoneyAmount of={of.amount} />,
      name: () => <bdi>{of.contractor_name}</bdi>,
    }),
    text:
      first &&
      last &&
      t('unpaid.text', {
        since: monthDay(first.start_date),
        days: dateRange(first.start_date, last.end_date),
        role: of.role,
      }),
    verb: t('unpaid.verb'),
    href: `/employer/contractors/${encodeURIComponent(of.contractor_sub)}/contract/${of.contract_uuid}/read`,
    call: 'addUnpaidPeriods',
  }
}

/** An offer that was declined or ran out: nobody else says that the person waits for another, or does not come. */
function failedNeed({ status, reason, role, ...of }: FailedOffer, t: Translator): Need {
  return {
    key: `failed ${of.contract_uuid}`,
    icon: 'file',
    tone: 'warn',
    title: t.rich(`failed.${status}`, { name: () => <bdi>{of.contractor_name}</bdi> }),
    text: reason ? t('failed.said', { role, reason }) : role,
    verb: t('failed.verb'),
    href: `/employer/contractors/${encodeURIComponent(of.contractor_sub)}/contract/${of.contract_uuid}/read`,
    call: 'putContract',
  }
}

/** Those with whom something is to be done, a line each, and how many more there are. */
function eachOf(
  kind: 'sign' | 'draft',
  { count, people }: PeopleNeeds['to_sign'],
  t: Translator,
): Need[] {
  const call = kind === 'sign' ? 'approveContract' : 'putContract'
  const lines = people.map(({ contractor_sub, contractor_name: name, role, contract_uuid }) => {
    const base = `/employer/contractors/${encodeURIComponent(contractor_sub)}`
    return {
      key: `${kind} ${contractor_sub}`,
      icon: kind === 'sign' ? ('edit' as const) : ('file' as const),
      title: t(`${kind}.title`, { name }),
      text: t(`${kind}.text`, { role }),
      verb: t(`${kind}.verb`),
      href: contract_uuid ? `${base}/contract/${contract_uuid}/read` : `${base}/contract/new`,
      call,
    } as const
  })
  const more = count - people.length
  if (more === 0) return lines
  const rest = {
    key: `more ${kind}`,
    icon: 'users',
    tone: 'quiet',
    title: t(`${kind}.more`, { count: more }),
    text: t('moreText'),
    verb: t('moreVerb'),
    href: '/employer/contractors/accepted',
    call,
  } as const
  return [...lines, rest]
}

function endingNeed({ count, until, names }: PeopleNeeds['ending'], t: Translator): Need[] {
  if (count === 0) return []
  return [
    {
      key: 'invitations',
      icon: 'mail',
      tone: 'quiet',
      title: t('invitations.title', { count, date: monthDay(until) }),
      text: t('invitations.text', { names: names.slice(0, 3).join(', '), count }),
      verb: t('invitations.verb'),
      href: '/employer/contractors/invited',
      call: 'resendInvitation',
    },
  ]
}
