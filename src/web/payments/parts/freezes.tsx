import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyList } from '#web/parts/money.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { AFTER_FREEZE } from './freeze-button.tsx'

type Freeze = ClientOutput<'listFreezes'>['in_force'][number]

/** The freezes in force, a card each, the newest first; nothing where there are none. */
export function Freezes() {
  const freezes = useQuery({ ...query('listFreezes', {}), staleTime: 0 })
  const { data } = freezes
  if (!data) return <NotLoaded of={freezes} />
  if (data.in_force.length === 0) return null
  return (
    <div className="stack g20 seg-tabs">
      {data.in_force.map(freeze => (
        <FreezeCard key={freeze.freeze_uuid} freeze={freeze} />
      ))}
    </div>
  )
}

function FreezeCard({ freeze }: { freeze: Freeze }) {
  const t = useTranslations('payments.freezes')
  const [lifting, setLifting] = useState(false)
  const mayLift = freeze.allowed_actions.includes('lift')
  return (
    <Card pad>
      <div className="two">
        <div className="stack g8 grow">
          <h2 className="h4">{t('title', { date: formatDateLong(freeze.before) })}</h2>
          <Narrowed freeze={freeze} />
          {freeze.payments === 0 ? (
            <p className="meta t2">{t('holdsNothing')}</p>
          ) : (
            <Say kind="blocked" word={t('word')}>
              {t.rich('holds', {
                count: freeze.payments,
                amount: () => <MoneyList of={freeze.totals} strong />,
              })}
            </Say>
          )}
          {freeze.words && (
            <p className="meta t2">
              <bdi>{freeze.words}</bdi>
            </p>
          )}
          <p className="meta t3">
            {t.rich('by', {
              who: () => <bdi>{freeze.frozen_by}</bdi>,
              at: atTime(freeze.frozen_at),
            })}{' '}
            {!mayLift && t('another')}
          </p>
        </div>
        {mayLift && (
          <div className="two-acts">
            <Button variant="secondary" size="lg" onClick={() => setLifting(true)}>
              {t('lift')}
            </Button>
          </div>
        )}
      </div>
      {lifting && <LiftDialog freeze={freeze} onClose={() => setLifting(false)} />}
    </Card>
  )
}

/** What a freeze is narrowed to; nothing where it holds everything. */
function Narrowed({ freeze }: { freeze: Freeze }) {
  const t = useTranslations('payments.freezes')
  const { employer, contractor, currency, network } = freeze
  const parts = [
    employer && t('ofEmployer', { name: employer.company_name }),
    contractor && t('ofContractor', { name: contractor.name }),
    currency,
    network && networkName(network),
  ].filter(part => part !== null)
  if (parts.length === 0) return null
  return (
    <p className="w5">
      <bdi>{parts.join(', ')}</bdi>
    </p>
  )
}

function LiftDialog({ freeze, onClose }: { freeze: Freeze; onClose: () => void }) {
  const t = useTranslations('payments.freezes')
  const [words, setWords] = useDraft({ dialog: `lift ${freeze.freeze_uuid}` }, '')
  const wrong = useRefusal({ words })
  const lift = useCall('liftFreeze', {
    refresh: AFTER_FREEZE,
    onSuccess: onClose,
    onProblem: wrong.hear,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('ask')}
      lead={freeze.payments > 0 ? t('leaves', { count: freeze.payments }) : undefined}
      submit={t('lift')}
      pending={lift.isPending}
      refused={wrong.whole}
      onSubmit={() => lift.mutate({ params: { id: freeze.freeze_uuid }, body: { words } })}
    >
      <TextField
        id="lift-words"
        error={wrong.of('words')}
        label={t('whyLifted')}
        maxLength={500}
        value={words}
        onChange={event => setWords(event.target.value)}
      />
    </FormDialog>
  )
}
