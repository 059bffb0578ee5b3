import { useTranslations } from 'use-intl'
import type { StayCode } from '#domain/payments/blockers.ts'
import { isKept } from '#domain/payments/lost.ts'
import { MoneyStack } from '#web/parts/money.tsx'
import { Figures } from '#web/ui/amount.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Tag } from '#web/ui/pill.tsx'
import type { Checklist } from '../queries.ts'
import { useReason } from '../shared.tsx'
import { Payees } from './rail-tables.tsx'

type Group = Checklist['blocked'][number]

const UNPAID = '/operations/transactions'
const REASONS = {
  HALTED: { icon: 'pause', link: UNPAID },
  NOT_APPROVED: { icon: 'edit', link: UNPAID },
  SUSPENDED: { icon: 'blocked', link: '/operations/contractors' },
  FROZEN: { icon: 'snow', link: `${UNPAID}?status=FROZEN` },
  COMPLIANCE: { icon: 'shield', link: '/operations/screening' },
  UNVERIFIED_EMPLOYER: {
    icon: 'building',
    link: '/operations/employers?verification=PENDING_REVIEW',
  },
  UNVERIFIED_CONTRACTOR: {
    icon: 'user',
    link: '/operations/contractors?verification=PENDING_REVIEW',
  },
  NO_DESTINATION: { icon: 'wallet', link: UNPAID },
  DESTINATION_DEACTIVATED: { icon: 'wallet', link: UNPAID },
  DESTINATION_REFUSED: { icon: 'wallet', link: UNPAID },
  DESTINATION_COOLING: { icon: 'clock', link: UNPAID },
  FIRST_PAYMENT: { icon: 'wallet', link: UNPAID },
  FUNDS: { icon: 'funds', link: '/operations/funds' },
  RATE_MISSING: { icon: 'exchange', link: '/operations/rates' },
  RATE_STALE: { icon: 'exchange', link: '/operations/rates' },
  RATE_UNSEEN: { icon: 'exchange', link: UNPAID },
  RATE_MOVED: { icon: 'exchange', link: UNPAID },
  BELOW_MINIMUM: { icon: 'wallet', link: UNPAID },
  TOO_LARGE: { icon: 'wallet', link: UNPAID },
  FAILED: { icon: 'blocked', link: `${UNPAID}?status=FAILED` },
  RETURNED: { icon: 'blocked', link: `${UNPAID}?status=RETURNED` },
} satisfies Readonly<Record<StayCode, { icon: IconName; link: string }>>

/** What stays behind, a row per reason: who acts, how many payments, whose, how much is held, and where to go. What went wrong is counted apart. */
export function BlockedReasons({ blocked }: { blocked: readonly Group[] }) {
  const kept = blocked.filter(({ code }) => isKept(code))
  const others = blocked.filter(({ code }) => !isKept(code))
  return (
    <>
      <Reasons title="title" groups={others} />
      <Reasons title="kept" groups={kept} />
    </>
  )
}

function Reasons({ title, groups }: { title: 'title' | 'kept'; groups: readonly Group[] }) {
  const t = useTranslations('payments.blocked')
  const count = countOf(groups)
  if (count === 0) return null
  return (
    <>
      <SectionHead
        title={t.rich(title, { count, quiet: chunks => <span className="t3 w5">{chunks}</span> })}
        tools={<Link href={UNPAID}>{t('all')}</Link>}
      />
      <ul className="card clip rows first">
        {groups.map(group => (
          <Reason key={`${group.code} ${group.who}`} group={group} />
        ))}
      </ul>
    </>
  )
}

function countOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { payments }) => sum + payments, 0)
}

function Reason({ group }: { group: Group }) {
  const t = useTranslations('payments.blocked')
  const { code, payments } = group
  const { icon, link } = REASONS[code]
  const title = t(`reasons.${code}`)
  const reasonOf = useReason()
  const reason = () => (
    <bdi>
      <Figures text={reasonOf(group)} />
    </bdi>
  )
  return (
    <li className="blk-row">
      <span className={cx('blk-ic', group.who === 'NOBODY' && 'wait')}>
        <Icon name={icon} size={17} />
      </span>
      <div className="what">
        <div className="w5">{title}</div>
        <div className="meta t2 mt2">
          <Payees of={group.payees} />
        </div>
        <div className="meta t3 mt2">{payments > 1 ? t.rich('suchAs', { reason }) : reason()}</div>
      </div>
      <span className="who">
        <Tag>{t('acts', { who: group.who })}</Tag>
      </span>
      <span className="many nowrap r">
        {t.rich('payments', {
          count: payments,
          b: chunks => <b className="w6">{chunks}</b>,
          quiet: chunks => <span className="meta t3">{chunks}</span>,
        })}
      </span>
      <span className="t2 sum r">
        <MoneyStack of={group.held} />
      </span>
      <Link href={link} className="nowrap" aria-label={t('openOf', { reason: title })}>
        {t('open')}
      </Link>
    </li>
  )
}
