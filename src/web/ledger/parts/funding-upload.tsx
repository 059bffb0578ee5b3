import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { saveCsv } from '#web/parts/save-csv.ts'
import { Button } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import {
  BookingCard,
  BookingDone,
  BookingRefused,
  COLUMNS,
  type FundingFile,
  useBooking,
  usePreview,
} from './booking.tsx'
import { FundingPreview } from './funding-preview.tsx'

/** The bytes of what the file field read. */
function fileOf({ file_name, content }: FileValue): FundingFile {
  return { file_name, text: Uint8Array.from(atob(content), char => char.charCodeAt(0)) }
}

function saveSample(domain: string): void {
  saveCsv('funding-sample.csv', [
    COLUMNS,
    [domain, 'USD', '21480.00', 'WIRE-0001', '2026-01-31'],
    [domain, 'EUR', '5900.00', 'SEPA-0001', '2026-01-31'],
  ])
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
  const preview = usePreview()
  return (
    <BookingCard title={t('title')} onClose={onClose}>
      <div className="halves">
        <div className="stack g16">
          <FileField
            id="funding_csv"
            label={t('file.label')}
            required
            types={['text/csv', 'application/xml']}
            help={t('file.help')}
            value={file}
            onChange={next => {
              setFile(next)
              booking.reset()
              preview.reset()
              if (next) preview.mutate(fileOf(next))
            }}
          />
          <div className="row g8 wrap">
            <Button
              loading={booking.isPending}
              disabled={!file || !preview.data}
              onClick={() => file && booking.mutate(fileOf(file))}
            >
              {t('book')}
            </Button>
            <Button variant="text" icon="download" onClick={() => saveSample(exampleDomain)}>
              {t('sample')}
            </Button>
          </div>
          {preview.error && <BookingRefused problem={asApiProblem(preview.error)} />}
          {preview.data && !booking.data && <FundingPreview of={preview.data} />}
          {booking.error && <BookingRefused problem={asApiProblem(booking.error)} />}
          {booking.data && <BookingDone booked={booking.data} />}
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
    </BookingCard>
  )
}
