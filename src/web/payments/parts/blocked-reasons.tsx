import { MoneyList } from '#web/parts/money.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Tag } from '#web/ui/pill.tsx'
import type { Checklist } from '../queries.ts'
import { WHO_LABELS } from '../shared.tsx'

type Group = Checklist['blocked'][number]

const UNPAID = '/operations/transactions'
const REASONS: Readonly<Record<string, { icon: IconName; title: string; link: string }>> = {
  HALTED: { icon: 'pause', title: 'All payments are stopped', link: UNPAID },
  NOT_APPROVED: { icon: 'edit', title: 'Not approved', link: UNPAID },
  SUSPENDED: { icon: 'blocked', title: 'Suspended', link: '/operations/contractors' },
  FROZEN: { icon: 'snow', title: 'Frozen', link: `${UNPAID}?status=FROZEN` },
  COMPLIANCE: { icon: 'shield', title: 'Compliance', link: '/operations/contractors' },
  UNVERIFIED_EMPLOYER: {
    icon: 'building',
    title: 'Company not verified',
    link: '/operations/employers?verification=PENDING_REVIEW',
  },
  UNVERIFIED_CONTRACTOR: {
    icon: 'user',
    title: 'Identity not verified',
    link: '/operations/contractors?verification=PENDING_REVIEW',
  },
  NO_DESTINATION: { icon: 'wallet', title: 'No destination', link: UNPAID },
  DESTINATION_DEACTIVATED: { icon: 'wallet', title: 'Destination deactivated', link: UNPAID },
  DESTINATION_COOLING: { icon: 'clock', title: 'Destination cooling off', link: UNPAID },
  FUNDS: { icon: 'funds', title: 'Funding short', link: '/operations/funds' },
  RATE_MISSING: { icon: 'exchange', title: 'No exchange rate', link: '/operations/funds' },
}

/** What stays behind, a row per reason: who acts, how many payments, how much is held, and where to go. */
export function BlockedReasons({ blocked }: { blocked: readonly Group[] }) {
  const count = blocked.reduce((sum, { payments }) => sum + payments, 0)
  return (
    <>
      <SectionHead
        title={
          <>
            Blocked <span className="t3 w5">{count.toLocaleString('en-US')}</span>
          </>
        }
        tools={<Link href={UNPAID}>All payments</Link>}
      />
      <ul className="card clip rows first">
        {blocked.map(group => (
          <Reason key={group.code} group={group} />
        ))}
      </ul>
    </>
  )
}

function Reason({ group }: { group: Group }) {
  const { icon, title, link } = REASONS[group.code] ?? {
    icon: 'blocked' as const,
    title: group.code,
    link: UNPAID,
  }
  const who = WHO_LABELS[group.who as keyof typeof WHO_LABELS] ?? group.who
  const count = group.payments.toLocaleString('en-US')
  return (
    <li className="blk-row">
      <span className={cx('blk-ic', group.who === 'NOBODY' && 'wait')}>
        <Icon name={icon} size={17} />
      </span>
      <div className="what">
        <div className="w5">{title}</div>
        <div className="meta t3 mt2">
          {group.payments > 1 && 'Such as: '}
          <bdi>{group.reason}</bdi>
        </div>
      </div>
      <span className="who">
        <Tag>{who === 'Nobody' ? 'Nobody has to act' : `${who} acts`}</Tag>
      </span>
      <span className="many nowrap r">
        <b className="w6">{count}</b>{' '}
        <span className="meta t3">{group.payments === 1 ? 'payment' : 'payments'}</span>
      </span>
      <span className="t2 sum r">
        <MoneyList of={group.held} />
      </span>
      <Link href={link} aria-label={`Open: ${title}`}>
        Open
      </Link>
    </li>
  )
}
