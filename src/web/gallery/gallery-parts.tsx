import { useState } from 'react'
import { openAlert } from '#web/ui/alert-bus.ts'
import { AlertCard } from '#web/ui/alerts.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, iconNames, NetworkMark, networkNames } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { ActionMenu } from '#web/ui/menu.tsx'
import { Pill, Tag } from '#web/ui/pill.tsx'
import { CoverageBar, ProgressBar, Ring } from '#web/ui/progress.tsx'
import { NextStep, Say, StepIcon } from '#web/ui/say.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** Buttons in every variant, size and state. */
export function Buttons() {
  return (
    <Card title="Buttons" pad>
      <div className="row g8 wrap">
        <Button>Approve</Button>
        <Button loading>Approving</Button>
        <Button disabled>Disabled</Button>
        <Button variant="secondary">Add funds</Button>
        <Button variant="secondary" loading>
          Sending
        </Button>
        <Button variant="secondary" disabled>
          Disabled
        </Button>
      </div>
      <div className="row g8 wrap mt12">
        <Button variant="text">Text</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Delete invitation</Button>
        <Button variant="danger-filled">Delete</Button>
        <Button variant="secondary" size="sm">
          Small 32
        </Button>
        <Button size="lg">Large 44</Button>
        <LinkButton href="#main" variant="secondary" icon="download">
          CSV
        </LinkButton>
        <ActionMenu
          trigger={<IconButton icon="more" label="More" variant="secondary" />}
          entries={[
            {
              label: 'Rename',
              icon: 'edit',
              onSelect: () => openAlert('Renamed', { severity: 'success' }),
            },
            { label: 'Copy', icon: 'copy', onSelect: () => openAlert('Copied') },
            {
              label: 'Delete',
              icon: 'trash',
              danger: true,
              separated: true,
              onSelect: () => openAlert('Deleted', { severity: 'warning' }),
            },
          ]}
        />
        <Tooltip text="Copied">
          <IconButton icon="copy" label="Copy" title="" />
        </Tooltip>
      </div>
    </Card>
  )
}

const chips: readonly (readonly [string, readonly (readonly [string, Tone])[]])[] = [
  [
    'Done',
    [
      ['Paid', 'ok'],
      ['Accepted', 'ok'],
      ['Active', 'ok'],
    ],
  ],
  [
    'Under way',
    [
      ['Sent', 'run'],
      ['Invited', 'run'],
      ['Executing', 'run'],
    ],
  ],
  [
    'Held',
    [
      ['Frozen', 'warn'],
      ['Awaiting signature', 'warn'],
    ],
  ],
  [
    'Wrong',
    [
      ['Failed', 'err'],
      ['Overdue', 'err'],
      ['Returned', 'err'],
    ],
  ],
  [
    'Waiting',
    [
      ['Scheduled', 'hollow'],
      ['Draft', 'hollow'],
    ],
  ],
  [
    'Closed',
    [
      ['Archived', 'off'],
      ['Void', 'off'],
    ],
  ],
]

/** Every tone of a status, and the pills. */
export function Statuses() {
  return (
    <Card title="Status" pad>
      {chips.map(([name, list]) => (
        <div className="row g6 wrap mt8" key={name}>
          <span className="cap t3" style={{ width: 72 }}>
            {name}
          </span>
          {list.map(([word, tone]) => (
            <StatusChip key={word} tone={tone}>
              {word}
            </StatusChip>
          ))}
        </div>
      ))}
      <div className="row g6 wrap mt16">
        <Pill icon="bank" strong="70%">
          INR bank
        </Pill>
        <Pill network="solana" strong="30%">
          USDC on Solana
        </Pill>
        <Pill held strong="30%">
          USDC on Solana
        </Pill>
        <Tag>INR</Tag>
        <Tag network="bitcoin">Bitcoin</Tag>
      </div>
    </Card>
  )
}

/** Alerts as they look, and buttons that open real ones. */
export function AlertSamples() {
  const alert = { id: 0, duration_ms: 0, dismissible: true }
  return (
    <Card title="Alerts" note="10 % from the top, gone after 10 seconds" pad>
      <div className="stack g8">
        <AlertCard
          alert={{ ...alert, severity: 'success', message: 'Contractor invited successfully' }}
          onClose={() => {}}
        />
        <AlertCard
          alert={{ ...alert, severity: 'error', message: 'Request error' }}
          onClose={() => {}}
        />
        <AlertCard
          alert={{ ...alert, severity: 'warning', message: 'One currency is short' }}
          onClose={() => {}}
        />
        <AlertCard
          alert={{ ...alert, severity: 'info', message: 'Confirmation email sent' }}
          onClose={() => {}}
        />
      </div>
      <div className="row g8 mt12 wrap">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => openAlert('Invitation sent successfully', { severity: 'success' })}
        >
          Open success
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => openAlert('Unknown error occurred', { severity: 'error' })}
        >
          Open error
        </Button>
      </div>
    </Card>
  )
}

/** Filter, amounts, bars, ring, sentences and the empty state. */
export function SmallParts() {
  const [filter, setFilter] = useState<'all' | 'unusual' | 'blocked'>('all')
  return (
    <Card title="Small parts" pad>
      <Segmented
        label="Filter"
        value={filter}
        onChange={setFilter}
        segments={[
          { value: 'all', label: 'All', count: 12 },
          { value: 'unusual', label: 'Unusual', count: 3 },
          { value: 'blocked', label: 'Blocked', count: 2 },
        ]}
      />
      <div className="row g20 wrap mt16">
        <Amount minor={3664885n} exponent={2} currency="USD" strong />
        <Amount minor={48210339} exponent={8} currency="BTC" />
        <Amount minor={804000000} exponent={6} currency="USDC" />
        <Amount minor={-63017} exponent={2} signed />
        <Amount minor={496000} exponent={0} currency="JPY" size="lg" />
      </div>
      <div className="mt16 row g12 meta">
        <span className="w5" style={{ width: 64 }}>
          Covered
        </span>
        <div className="grow">
          <CoverageBar label="79 percent is needed" covered={79} />
        </div>
      </div>
      <div className="mt8 row g12 meta">
        <span className="w5" style={{ width: 64 }}>
          Short
        </span>
        <div className="grow">
          <CoverageBar
            label="71 percent is there, 29 percent is missing"
            covered={71}
            missing={29}
          />
        </div>
      </div>
      <div className="mt16 stack g8">
        <ProgressBar label="Executed" value={1284} max={2000} thickness="thick" />
        <span className="meta t2">Making the report: 12,000 of 50,000 people</span>
        <ProgressBar label="Making the report" value={12_000} max={50_000} thickness="thin" />
      </div>
      <div className="mt16 stack g8">
        <Say kind="unusual" word="Unusual." to={<Link href="#main">Change</Link>}>
          A new wallet, added on November 24.
        </Say>
        <Say kind="blocked" word="Blocked." to={<Link href="#main">Why?</Link>}>
          Identity document in review since November 20.
        </Say>
        <Say kind="done" word="12 line items approved.">
          Someone else is next.
        </Say>
      </div>
      <div className="mt16 stack g12">
        <NextStep
          icon={<StepIcon name="edit" />}
          title="Sign revision 3 of the contract"
          action={<Button>Read and sign</Button>}
        >
          35.00 USD an hour, from December 7.
        </NextStep>
        <NextStep
          tone="warn"
          icon={<Ring label="18 of 24 hours" value={18} max={24} />}
          title="Opens in 17 h 42 min"
          action={
            <Button variant="danger" size="sm">
              This wasn’t me
            </Button>
          }
        >
          New today. Payments to it wait until Wednesday, November 25, 14:20.
        </NextStep>
      </div>
    </Card>
  )
}

/** The empty state and every drawing. */
export function Drawings() {
  return (
    <Card title="Empty, and every icon" pad>
      <EmptyState
        title="No contractors yet"
        actions={
          <>
            <Button>Invite contractor</Button>
            <Button variant="secondary">Import CSV</Button>
          </>
        }
      >
        Invite one, or bring a list with a CSV file.
      </EmptyState>
      <div className="row g12 wrap mt20 t2">
        {iconNames.map(name => (
          <Icon key={name} name={name} label={name} />
        ))}
        {networkNames.map(name => (
          <NetworkMark key={name} name={name} size={18} />
        ))}
      </div>
    </Card>
  )
}
