import { useState } from 'react'
import { Amount } from '#web/ui/amount.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { SplitBar, SplitLegend } from '#web/ui/split-bar.tsx'
import { StepDots, Stepper } from '#web/ui/stepper.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/** Split bar with its thumb, its legend, the path of a payment, steps, and rows of a bill. */
export function Flows() {
  const [shares, setShares] = useState<readonly number[]>([7000, 3000])
  const parts = [
    { id: 'bank', label: 'the bank account', share: shares[0] ?? 0 },
    { id: 'wallet', label: 'the wallet', share: shares[1] ?? 0 },
  ]
  return (
    <Card title="Flows" pad>
      <SplitBar label="How pay is split" parts={parts} onChange={setShares} />
      <SplitLegend
        rows={[
          {
            id: 'a',
            title: 'Savings •• 3391',
            sub: '70%, at 88.2140',
            value: <Amount minor={16548946} exponent={2} currency="INR" />,
            when: 'Mon, Nov 30',
          },
          {
            id: 'b',
            title: '7Qm4…x4Kd',
            sub: '30%, at par',
            value: <Amount minor={80400} exponent={2} currency="USDC" />,
            when: 'Fri, Nov 27',
          },
        ]}
      />
      <SplitBar label="How pay is split" parts={parts} slim />
      <div className="mt20">
        <Stepper label="Sign up" steps={['Account', 'Details', 'Confirm email']} current={1} />
      </div>
      <div className="mt16">
        <StepDots label="4 of 6 steps done" total={6} done={4} />
      </div>
      <div className="mt20" style={{ marginInline: -20 }}>
        <Timeline
          label="This payment"
          steps={[
            {
              id: '1',
              state: 'done',
              title: 'Period closed',
              sub: 'November 9 – 22, 80.00 h × 33.50 USD',
              when: 'Nov 22',
            },
            {
              id: '2',
              state: 'now',
              title: 'Waiting for approval',
              sub: 'By the employer',
              when: 'By Nov 25',
            },
            { id: '3', state: 'todo', title: 'Sent', sub: 'In two parts', when: 'Fri, Nov 27' },
            {
              id: '4',
              state: 'failed',
              title: 'Returned',
              sub: 'The account is closed',
              when: 'Nov 28',
            },
          ]}
        />
      </div>
      <DefinitionRows
        rows={[
          {
            id: '1',
            term: 'Gross, 12 line items',
            value: <Amount minor={3664885} exponent={2} currency="USD" />,
          },
          {
            id: '2',
            term: 'Platform fee, 12 × 5.00',
            value: <Amount minor={6000} exponent={2} currency="USD" />,
          },
          {
            id: '3',
            term: 'Leaves the balance',
            value: <Amount minor={3670885} exponent={2} currency="USD" />,
            strong: true,
            ruled: true,
          },
          { id: '4', term: 'Contractors receive the gross in full', sub: true },
        ]}
      />
    </Card>
  )
}
