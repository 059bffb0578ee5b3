import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { detailOf } from '#web/kernel/api-problem.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-input.tsx'

type Work = ClientOutput<'listFailingWork'>['items'][number]

const SHOWING = ['listFailingWork', 'getChecks'] as const
const LOOKS_AGAIN_MS = 30_000

/** What fails behind the screens, looked at again while the page stands. */
export function useFailingWork() {
  return useQuery({
    ...query('listFailingWork', {}),
    staleTime: 0,
    refetchInterval: LOOKS_AGAIN_MS,
  })
}

/** What failed several times behind the screens: each by what it does, with what it said, to be tried again. */
export function FailingWork({ list }: { list: ReturnType<typeof useFailingWork> }) {
  const t = useTranslations('verification.failing')
  const [chosen, setChosen] = useState<Work>()
  const { data } = list
  // As it is by now: how many there are may change while somebody writes why.
  const going = chosen && (data?.items.find(work => keyOf(work) === keyOf(chosen)) ?? chosen)
  return (
    <section id="failing" aria-label={t('title')}>
      <SectionHead title={t('title')} />
      {!data && <NotLoaded of={list} />}
      {data?.items.length === 0 && <p className="t2">{t('none')}</p>}
      {data && data.items.length > 0 && (
        <>
          <p className="t2 mb12">{t('lead')}</p>
          <Card clip>
            <ul className="rows">
              {data.items.map(work => (
                <WorkRow key={keyOf(work)} work={work} onLetGo={() => setChosen(work)} />
              ))}
            </ul>
          </Card>
        </>
      )}
      {going && <LetGoDialog work={going} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

const keyOf = ({ kind, name }: Work) => `${kind} ${name}`

type Shown = { readonly work: Work }

function WorkRow({ work, onLetGo }: Shown & { onLetGo: () => void }) {
  const t = useTranslations('verification.failing')
  const { kind, name, text, count, over, since, next_at, reason, allowed_actions } = work
  const again = useCall('tryWorkAgain', {
    refresh: SHOWING,
    onSuccess: ({ tried }) => openAlert(t('tried', { count: tried }), { severity: 'success' }),
  })
  return (
    <li className="row between g16 wrap top">
      <div className="grow">
        <p className="w5">{text}</p>
        <p className="meta t3">
          <span className="mono">{name}</span> · {t('since', { count, at: atTime(since) })}
        </p>
        <p className="meta t2 mt4">
          {t('said')} <bdi>{reason}</bdi>
        </p>
        <p className="meta t2">
          {over > 0 && (
            <span className="err w5">
              {over === count ? t('overAll') : t('over', { over, count })}
            </span>
          )}
          {over > 0 && next_at && ' · '}
          {next_at && t('next', { at: atTime(next_at) })}
        </p>
      </div>
      <div className="row g8">
        {allowed_actions.includes('let_go') && (
          <Button size="sm" variant="quiet" onClick={onLetGo}>
            {t('letGo')}
          </Button>
        )}
        {allowed_actions.includes('try_again') && (
          <Button
            size="sm"
            variant="secondary"
            icon="refresh"
            loading={again.isPending}
            onClick={() => again.mutate({ body: { kind, name } })}
          >
            {t('tryAgain')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Asks why. What changed since it was looked at is said here, and shown by then. */
function LetGoDialog({ work, onClose }: Shown & { onClose: () => void }) {
  const t = useTranslations('verification.failing')
  const { kind, name, over } = work
  const [reason, setReason, sent] = useDraft(`let-go ${kind} ${name}`, '')
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  const letGo = useCall('letWorkGo', {
    refresh: SHOWING,
    onSuccess: ({ let_go }) => {
      sent()
      openAlert(t('gone', { count: let_go }), { severity: 'success' })
      onClose()
    },
    onProblem: problem => {
      setRefused(detailOf(problem))
      return true
    },
  })
  return (
    <FormDialog
      title={t('letGoTitle', { over })}
      lead={`${work.text} ${t('letGoLead')}`}
      submit={t('letGo')}
      variant="danger-filled"
      pending={letGo.isPending}
      refused={refused}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        setRefused(undefined)
        if (reason.trim()) letGo.mutate({ body: { kind, name, over, reason: reason.trim() } })
      }}
    >
      <TextField
        id="let-go-reason"
        label={t('why')}
        required
        value={reason}
        error={tried && !reason.trim() ? t('sayWhy') : undefined}
        onChange={event => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
