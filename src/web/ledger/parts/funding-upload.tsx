import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import { type ApiProblem, asApiProblem } from '#web/kernel/api-problem.ts'
import { newUuid } from '#web/kernel/env.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { Say } from '#web/ui/say.tsx'

type Booked = ClientOutput<'putBalances'>

const COLUMNS = ['employer_domain', 'currency', 'amount', 'reference', 'received_on'] as const

/** The file as a form: its bytes come from what the file field read. */
function formOf(file: FileValue): FormData {
  const bytes = Uint8Array.from(atob(file.content), char => char.charCodeAt(0))
  const form = new FormData()
  form.append('funding_csv', new Blob([bytes], { type: 'text/csv' }), file.file_name)
  return form
}

/** Books a file; the same file again after a lost answer repeats its key, a mended one gets its own. */
function useBooking() {
  const client = useQueryClient()
  const intent = useRef({ content: '', key: '' })
  return useMutation<Booked, ApiProblem, FileValue>({
    mutationFn: async file => {
      if (intent.current.content !== file.content)
        intent.current = { content: file.content, key: newUuid() }
      const { key: idempotencyKey } = intent.current
      return api('putBalances', { body: formOf(file) }, { idempotencyKey })
    },
    onSuccess: async () => {
      for (const name of [
        'getBalances',
        'getFundingSummary',
        'getChecklist',
        'listUnpaid',
        'listApprovalSteps',
      ])
        await client.invalidateQueries({ queryKey: [name] })
    },
  })
}

function saveSample(domain: string): void {
  const lines = [
    COLUMNS.join(','),
    `${domain},USD,21480.00,WIRE-0001,2026-01-31`,
    `${domain},EUR,5900.00,SEPA-0001,2026-01-31`,
  ]
  const url = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'funding-sample.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Uploads a funding file: its columns explained, a sample, what was booked, or every row that is wrong. */
export function FundingUpload({
  exampleDomain,
  onClose,
}: {
  exampleDomain: string
  onClose: () => void
}) {
  const t = useTranslations('ledger.upload')
  const [file, setFile] = useState<FileValue | null>(null)
  const booking = useBooking()
  return (
    <Card
      title={t('title')}
      pad
      note={
        <Button variant="text" size="sm" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className="halves">
        <div className="stack g16">
          <FileField
            id="funding_csv"
            label={t('file.label')}
            required
            types={['text/csv']}
            help={t('file.help')}
            value={file}
            onChange={next => {
              setFile(next)
              booking.reset()
            }}
          />
          <div className="row g8 wrap">
            <Button
              loading={booking.isPending}
              disabled={!file}
              onClick={() => file && booking.mutate(file)}
            >
              {t('book')}
            </Button>
            <Button variant="text" icon="download" onClick={() => saveSample(exampleDomain)}>
              {t('sample')}
            </Button>
          </div>
          {booking.error && <Refusal problem={asApiProblem(booking.error)} />}
          {booking.data && <Done booked={booking.data} />}
        </div>
        <div>
          <h3 className="h4">{t('columns.title')}</h3>
          <DefinitionRows
            rows={COLUMNS.map(id => ({
              id,
              term: <span className="mono">{id}</span>,
              value: <span className="meta t2">{t(`columns.${id}`)}</span>,
            }))}
          />
        </div>
      </div>
    </Card>
  )
}

function Refusal({ problem }: { problem: ApiProblem }) {
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

function Done({ booked: { booked, already_booked, waiting } }: { booked: Booked }) {
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
      <Say kind="done" word={t('booked', { count: booked.length })}>
        {already_booked.length > 0 &&
          t('already', { count: already_booked.length, references: already_booked.join(', ') })}
      </Say>
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
