import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import { type ApiProblem, asApiProblem } from '#web/kernel/api-problem.ts'
import { newUuid } from '#web/kernel/env.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { Say } from '#web/ui/say.tsx'
import { COMPARED } from '../queries.ts'

type Read = ClientOutput<'readBankStatement'>

const MOST_BYTES = 5 * 1024 * 1024

/** Takes a statement of a bank, and says what was read, or everything that is wrong with it. */
export function StatementReader({ onClose }: { onClose: () => void }) {
  const t = useTranslations('reconciliation.reader')
  const client = useQueryClient()
  const [file, setFile] = useState<FileValue | null>(null)
  const read = useMutation<Read, ApiProblem, FileValue>({
    mutationFn: ({ file_name, content }) => {
      const form = new FormData()
      const bytes = Uint8Array.from(atob(content), char => char.charCodeAt(0))
      form.append('statement', new Blob([bytes], { type: 'application/xml' }), file_name)
      return api('readBankStatement', { body: form }, { idempotencyKey: newUuid() })
    },
    onSuccess: async () => {
      for (const name of COMPARED) await client.invalidateQueries({ queryKey: [name] })
    },
  })
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
      <div className="stack g16">
        <FileField
          id="bank-statement"
          label={t('file')}
          required
          largest={MOST_BYTES}
          types={['application/xml']}
          help={t('help')}
          value={file}
          onChange={next => {
            setFile(next)
            read.reset()
          }}
        />
        {read.error && <Refused problem={asApiProblem(read.error)} />}
        {read.data && <Told read={read.data} />}
        <div className="row">
          <Button
            loading={read.isPending}
            disabled={!file || read.data !== undefined}
            onClick={() => file && read.mutate(file)}
          >
            {t('send')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Told({ read: { statements, again, matched } }: { read: Read }) {
  const t = useTranslations('reconciliation.reader')
  return (
    <div role="status">
      <Say kind={again ? 'note' : 'done'} word={again ? undefined : t('done')}>
        {again ? t('again') : t('matched', { count: matched })}
      </Say>
      <ul className="plain-rows">
        {statements.map(of => (
          <li key={of.statement_uuid} className="meta t2">
            {t.rich('line', {
              account: of.account,
              from: shortDate(of.from_day),
              to: shortDate(of.to_day),
              entries: of.entries,
              closing: () => <MoneyAmount of={of.closing} strong />,
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}

const MOST_SHOWN = 12

function Refused({ problem }: { problem: ApiProblem }) {
  const t = useTranslations('reconciliation.reader')
  if (problem.fields.length === 0) return <ErrorBox>{problem.detail}</ErrorBox>
  return (
    <ErrorBox>
      {t('refused', { count: problem.fields.length })}
      <ul className="plain-rows">
        {problem.fields.slice(0, MOST_SHOWN).map(({ loc, msg }) => (
          <li key={`${loc.join()} ${msg}`}>{msg}</li>
        ))}
      </ul>
    </ErrorBox>
  )
}
