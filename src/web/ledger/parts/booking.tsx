import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { newUuid } from '#web/kernel/env.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'

export type Booked = ClientOutput<'putBalances'>
export type Previewed = ClientOutput<'previewFunding'>
/** A funding file as it is sent. */
export interface FundingFile {
  readonly file_name: string
  readonly text: Uint8Array<ArrayBuffer> | string
}

/** The columns of a funding file, in the order of its sample. */
export const COLUMNS = [
  'employer_domain',
  'currency',
  'amount',
  'reference',
  'received_on',
] as const

const SHOWING = [
  'getBalances',
  'getFundingSummary',
  'getChecklist',
  'listUnpaid',
  'listApprovalSteps',
  'listSuspense',
  'listFundingRequests',
] as const

/** Books a file; the same file again after a lost answer repeats its key, a mended one or one that was answered gets its own. */
export function useBooking() {
  const client = useQueryClient()
  const intent = useRef({ content: '', key: '' })
  return useMutation<Booked, ApiProblem, FundingFile>({
    mutationFn: async ({ file_name, text }) => {
      // By the name as well: the server knows by a key the file and what it is called.
      const content = `${file_name}\n${text}`
      if (intent.current.content !== content) intent.current = { content, key: newUuid() }
      const { key: idempotencyKey } = intent.current
      const form = new FormData()
      form.append('funding_csv', new Blob([text], { type: 'text/csv' }), file_name)
      return api('putBalances', { body: form }, { idempotencyKey })
    },
    onSuccess: async () => {
      // Pressed again it is asked anew, and says that it stood already.
      intent.current = { content: '', key: '' }
      for (const name of SHOWING) await client.invalidateQueries({ queryKey: [name] })
    },
  })
}

/** What a file would book, looked at before anything is. */
export function usePreview() {
  return useMutation<Previewed, ApiProblem, FundingFile>({
    mutationFn: ({ file_name, text }) => {
      const form = new FormData()
      form.append('funding_csv', new Blob([text]), file_name)
      return api('previewFunding', { body: form }, { idempotencyKey: newUuid() })
    },
  })
}

/** What receipts are booked by, and a way to put it away. */
export function BookingCard({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useTranslations('ledger.upload')
  return (
    <Card
      title={title}
      pad
      note={
        <Button variant="text" size="sm" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      {children}
    </Card>
  )
}

/** Why nothing was booked, row by row. */
export function BookingRefused({ problem }: { problem: ApiProblem }) {
  const t = useTranslations('ledger.upload')
  const { fields, detail } = problem
  return (
    <ErrorBox>
      <p>{fields.length > 0 ? t('refused', { count: fields.length }) : detail}</p>
      <ul className="stack g4 mt4">
        {fields.map(({ loc, msg }) => (
          <li key={`${loc.join()} ${msg}`} className="meta">
            <bdi>{msg}</bdi>
          </li>
        ))}
      </ul>
    </ErrorBox>
  )
}

/** What was booked now, what stood already, or that a second operator is waited for. */
export function BookingDone({
  booked: { booked, already_booked, suspended, waiting, doubts },
}: {
  booked: Booked
}) {
  const t = useTranslations('ledger.upload')
  if (waiting)
    return (
      <div role="status">
        <Say kind="unusual" word={t('waits')}>
          {waiting.reason}
        </Say>
      </div>
    )
  return (
    <div className="stack g8" role="status">
      <Say kind={booked.length > 0 ? 'done' : 'note'} word={t('booked', { count: booked.length })}>
        {already_booked.length > 0 &&
          t('already', { count: already_booked.length, references: already_booked.join(', ') })}
      </Say>
      <FundingDoubts of={doubts} />
      {suspended > 0 && <p className="meta t2">{t('suspended', { count: suspended })}</p>}
      <ul className="plain-rows">
        {booked.map(funding => (
          <li key={funding.funding_uuid} className="row g12 between">
            <span className="grow">
              <bdi>{funding.company_name}</bdi> <bdi className="meta t3">{funding.reference}</bdi>
            </span>
            <MoneyAmount of={funding.amount} strong />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Receipts that were taken for others that are booked, in words: each may be another one. */
export function FundingDoubts({ of = [] }: { of: Previewed['doubts'] }) {
  const t = useTranslations('ledger.upload')
  return of.map(({ reference, received_on, booked_on }) => (
    <Say key={`${reference} ${received_on} ${booked_on}`} kind="unusual">
      {t('doubt', { reference, date: shortDate(received_on), booked: shortDate(booked_on) })}
    </Say>
  ))
}
