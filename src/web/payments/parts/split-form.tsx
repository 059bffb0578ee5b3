import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { checkPercentages } from '#domain/destinations/destination.ts'
import { bpsOf, WHOLE_BPS } from '#domain/kernel/allocate.ts'
import { formatMinor, parseMinor } from '#domain/kernel/money.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SplitBar } from '#web/ui/split-bar.tsx'
import { said } from '#web/words/said.ts'
import type { Destination, NextPay } from '../queries.ts'
import { DestinationRow } from './destination-row.tsx'
import { keptParts } from './kept-pays.tsx'
import { Reopens } from './reopens.tsx'
import '#web/parts/parts.css'

const written = (bps: number) => formatMinor(bps, 2)

/** Basis points of what was typed; not a number while it is none. */
function read(text: string): number {
  const bps = parseMinor(text.trim().replace(/\.$/, ''), 2)
  return bps === undefined || bps < 0n ? Number.NaN : Number(bps)
}

/** The typed shares, and how one changes the others: of two, the other one follows, so that they always make 100. */
function useShares(destinations: readonly Destination[]) {
  const saved = destinations.map(({ percentage }) => written(bpsOf(percentage)))
  const [texts, setTexts, sent] = useDraft('split', saved)
  const type = (index: number, text: string) => {
    const bps = read(text)
    const follows = destinations.length === 2 && bps <= WHOLE_BPS
    setTexts(
      texts.map((old, at) => (at === index ? text : follows ? written(WHOLE_BPS - bps) : old)),
    )
  }
  const tidy = (index: number) => {
    const bps = read(texts[index] ?? '')
    if (bps <= WHOLE_BPS) setTexts(texts.map((old, at) => (at === index ? written(bps) : old)))
  }
  const shares = texts.map(read)
  return {
    texts,
    shares,
    type,
    tidy,
    move: (next: readonly number[]) => setTexts(next.map(written)),
    reset: () => setTexts(saved),
    sent,
    changed: shares.some((bps, at) => bps !== read(saved[at] ?? '')),
    problem: checkPercentages(shares),
  }
}

/** How the pay is split: one bar, one field per destination in step with it; it can be saved when it makes 100 exactly. */
export function SplitForm({
  destinations,
  pays,
}: {
  destinations: readonly Destination[]
  pays: readonly NextPay[]
}) {
  const t = useTranslations('payments.splitForm')
  const tPercentages = useTranslations('payments.percentages')
  const form = useShares(destinations)
  const [refused, setRefused] = useState('')
  const kept = keptParts(pays)
  const save = useCall('putSetupPercentages', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: (_, { body }) => {
      form.sent(body.map(({ percentage }) => written(bpsOf(percentage))))
      openAlert(t('done'), { severity: 'success' })
    },
    onProblem: problem => {
      setRefused(problem.detail)
      return true
    },
  })
  const submit = () => {
    setRefused('')
    // As it is sent, so that leaving a field changes nothing of it.
    form.move(form.shares)
    save.mutate({
      body: destinations.map((destination, at) => ({
        identifier: destination.identifier,
        network: destination.network,
        currency: destination.currency,
        percentage: (form.shares[at] ?? 0) / 100,
      })),
    })
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (form.changed && !form.problem) submit()
      }}
    >
      <Card title={t('title')} note={<SumNote shares={form.shares} />}>
        <SplitHead destinations={destinations} shares={form.shares} onMove={form.move} />
        {refused && (
          <div className="split-in">
            <ErrorBox>{refused}</ErrorBox>
          </div>
        )}
        <ul className="rows">
          {destinations.map((destination, at) => (
            <DestinationRow
              key={destination.destination_uuid}
              destination={destination}
              kept={kept.filter(part => part.destination_uuid === destination.destination_uuid)}
              index={at}
              text={form.texts[at] ?? ''}
              onType={text => form.type(at, text)}
              onLeave={() => form.tidy(at)}
            />
          ))}
        </ul>
        {form.changed && (
          <div className="foot">
            <span className="grow meta t2" role="status">
              {form.problem ? said(tPercentages, form.problem) : t('waits')}
              <Reopens pays={pays} />
            </span>
            <Button variant="secondary" onClick={form.reset} disabled={save.isPending}>
              {t('undo')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={form.problem !== undefined}>
              {t('save')}
            </Button>
          </div>
        )}
      </Card>
    </form>
  )
}

function SumNote({ shares }: { shares: readonly number[] }) {
  const sum = shares.reduce((total, bps) => total + (Number.isNaN(bps) ? 0 : bps), 0)
  const whole = sum === WHOLE_BPS
  return (
    <span className={whole ? 'row g4 w5 ok' : 'row g4 w5 err'}>
      <Icon name={whole ? 'done' : 'error'} size={16} />
      {written(sum)}%
    </span>
  )
}

function SplitHead({
  destinations,
  shares,
  onMove,
}: {
  destinations: readonly Destination[]
  shares: readonly number[]
  onMove: (shares: readonly number[]) => void
}) {
  const t = useTranslations('payments.splitForm')
  const two = destinations.length === 2
  return (
    <div className="split-in">
      <SplitBar
        label={t('title')}
        parts={destinations.map((destination, at) => ({
          id: destination.destination_uuid,
          label: destination.label,
          share: Number.isNaN(shares[at]) ? 0 : (shares[at] ?? 0),
        }))}
        {...(two ? { onChange: onMove } : {})}
      />
      <p className="meta t3 mt8">
        {t(two ? 'note.two' : destinations.length === 1 ? 'note.one' : 'note.many')}
      </p>
    </div>
  )
}
