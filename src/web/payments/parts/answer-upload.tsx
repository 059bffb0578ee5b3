import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import { type ApiProblem, asApiProblem } from '#web/kernel/api-problem.ts'
import { newUuid } from '#web/kernel/env.ts'
import { useMay } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { Say } from '#web/ui/say.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

type Answer = ClientOutput<'previewAnswer'>

const AFTER = ['listBatches', 'getBatch', 'listUnpaid', 'listPaymentHistory'] as const
const MOST_BYTES = 5 * 1024 * 1024
const TYPES = ['application/xml', 'text/csv', 'text/plain']

function formOf({ file_name, content }: FileValue): FormData {
  const form = new FormData()
  const bytes = Uint8Array.from(atob(content), char => char.charCodeAt(0))
  form.append('answer', new Blob([bytes], { type: 'text/plain' }), file_name)
  return form
}

/** A file of the bank: whose it is, what it says, and then that it is taken. */
export function AnswerUpload() {
  const t = useTranslations('payments.answer')
  const client = useQueryClient()
  const may = useMay()('takeAnswer')
  const { data } = useQuery(query('listBankChannels', {}))
  const channels = data?.channels ?? []
  const [chosen, setChosen] = useState('')
  const id = chosen || (channels[0]?.channel_uuid ?? '')
  const [file, setFile] = useState<FileValue | null>(null)
  const params = { id }
  const look = useMutation<Answer, ApiProblem, FileValue>({
    mutationFn: value =>
      api('previewAnswer', { params, body: formOf(value) }, { idempotencyKey: newUuid() }),
  })
  const take = useMutation<Answer, ApiProblem, { value: FileValue; digest: string }>({
    mutationFn: ({ value, digest }) =>
      api(
        'takeAnswer',
        { params, query: { digest }, body: formOf(value) },
        { idempotencyKey: newUuid() },
      ),
    onSuccess: async () => {
      for (const name of AFTER) await client.invalidateQueries({ queryKey: [name] })
    },
  })
  if (!may || channels.length === 0) return null
  const forget = () => {
    look.reset()
    take.reset()
  }
  // What it would do by now is shown, and can be taken; nothing where another file was chosen meanwhile.
  const takeSeen = (value: FileValue, { digest }: Answer) =>
    take.mutate(
      { value, digest },
      {
        onError: thrown => {
          if (asApiProblem(thrown).code === 'EXECUTION_STALE') look.mutate(value)
        },
      },
    )
  const answer = take.data ?? look.data
  const wrong = take.error ?? look.error
  return (
    <Card pad>
      <div className="stack g16">
        <div className="halves">
          <SelectField
            id="answer-channel"
            label={t('from')}
            required
            value={id}
            onChange={next => {
              setChosen(next)
              forget()
            }}
            options={channels.map(of => ({ value: of.channel_uuid, label: of.label }))}
          />
          <FileField
            id="answer-file"
            label={t('file')}
            required
            largest={MOST_BYTES}
            types={TYPES}
            help={t('help')}
            value={file}
            onChange={next => {
              setFile(next)
              forget()
            }}
          />
        </div>
        {wrong && <Refused problem={asApiProblem(wrong)} />}
        {answer && <Said answer={answer} />}
        <div className="row g8 wrap">
          {look.data && !answer?.given_at ? (
            <Button
              loading={take.isPending}
              disabled={!file || look.isPending}
              onClick={() => file && takeSeen(file, look.data)}
            >
              {t('take')}
            </Button>
          ) : (
            <Button
              variant="secondary"
              loading={look.isPending}
              disabled={!file || answer !== undefined}
              onClick={() => file && look.mutate(file)}
            >
              {t('look')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

/** Everything that is wrong with a file, line by line. */
function Refused({ problem: { fields, detail } }: { problem: ApiProblem }) {
  const t = useTranslations('payments.answer')
  return (
    <ErrorBox>
      <p>{fields.length > 0 ? t('refused', { count: fields.length }) : detail}</p>
      <ul className="stack g4 mt4">
        {fields.map(({ loc, msg }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two things of one line may be said in the same words
          <li key={at} className="meta">
            <bdi className="mono">{loc.slice(2).join(' ')}</bdi> <bdi>{msg}</bdi>
          </li>
        ))}
      </ul>
    </ErrorBox>
  )
}

const TONES: Readonly<Record<Answer['shown'][number]['did'], Tone>> = {
  SETTLED: 'ok',
  FAILED: 'err',
  RETURNED: 'err',
  NOTHING: 'off',
  CONTRADICTS: 'warn',
  UNKNOWN: 'hollow',
}

function Said({ answer }: { answer: Answer }) {
  const t = useTranslations('payments.answer')
  const { given_at, lines, shown, settled, failed, returned, nothing, contradicts, unknown } =
    answer
  const counts = { settled, failed, returned, nothing, contradicts, unknown }
  return (
    <div className="stack g12" role="status">
      <Say kind={given_at ? 'done' : 'note'} word={t(given_at ? 'taken' : 'says')}>
        {t('counts', counts)}
      </Say>
      <ul className="plain-rows">
        {shown.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bank may say the same thing of one payment twice
          <li key={at} className="row g12 between wrap">
            <div className="grow">
              <bdi className="w5">{line.contractor_name ?? t('nobody')}</bdi>
              <div className="meta t3">
                <bdi className="mono">{line.reference}</bdi>
              </div>
              {line.reason && (
                <div className="meta t2">
                  <bdi>{line.reason}</bdi>
                </div>
              )}
            </div>
            <StatusChip tone={TONES[line.did]}>{t(`did.${line.did}`)}</StatusChip>
            {line.amount && <MoneyAmount of={line.amount} />}
          </li>
        ))}
      </ul>
      {shown.length < lines && (
        <p className="meta t3">{t('more', { count: lines - shown.length })}</p>
      )}
    </div>
  )
}
