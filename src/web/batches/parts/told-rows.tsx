import { useTranslations } from 'use-intl'
import { useDraft } from '#web/parts/draft.ts'
import { saveCsv } from '#web/parts/save-csv.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { said } from '#web/words/said.ts'
import { BATCH_FIELDS, type BatchField, type ToldRow } from './batch-words.tsx'
import type { FileReviewState } from './use-file-review.ts'

/** How much room each needs beside the number of the row, in hundredths of all; words are shown where something is said of some. */
const ROOM: Readonly<Record<BatchField, number>> = {
  email: 30,
  name: 23,
  amount: 14,
  currency: 11,
  reference: 18,
  words: 22,
}

function widthOf(field: BatchField, fields: readonly BatchField[]): string {
  const all = fields.reduce((sum, of) => sum + ROOM[of], 4)
  return `${Math.floor((100 * ROOM[field]) / all)}%`
}

function fieldsOf(rows: readonly ToldRow[]): readonly BatchField[] {
  const ofWords = rows.some(({ said: all }) => all.some(({ field }) => field === 'words'))
  return BATCH_FIELDS.filter(field => field !== 'words' || ofWords)
}

/** So many rows are shown; the rest is mended where the file comes from. */
const SHOWN = 100

/** Rows that are wrong, each mended in place or left out. */
export function WrongRows({ review }: { review: FileReviewState }) {
  const t = useTranslations('batches.review')
  const rows = review.read?.wrong_rows ?? []
  if (rows.length === 0) return null
  return (
    <>
      <SectionHead
        title={
          <>
            {t('wrongRows')} <span className="t3">{rows.length}</span>
          </>
        }
        tools={
          <Button variant="secondary" icon="download" onClick={() => saveTold(rows)}>
            {t('wrongCsv', { count: rows.length })}
          </Button>
        }
      />
      <ToldTable review={review} label={t('wrongRows')} rows={rows} mending />
    </>
  )
}

/** Rows that look like payments that were sent before: they are sent, unless they are left out. */
export function TwiceRows({ review }: { review: FileReviewState }) {
  const t = useTranslations('batches.review')
  const rows = review.read?.twice_rows ?? []
  if (rows.length === 0) return null
  return (
    <>
      <SectionHead
        title={
          <>
            {t('twiceRows')} <span className="t3">{rows.length}</span>
          </>
        }
      />
      <ToldTable review={review} label={t('twiceRows')} rows={rows} />
    </>
  )
}

function ToldTable({
  review,
  label,
  rows,
  mending = false,
}: {
  review: FileReviewState
  label: string
  rows: readonly ToldRow[]
  mending?: boolean
}) {
  const t = useTranslations('batches.review')
  const hidden = rows.length - SHOWN
  const fields = fieldsOf(rows)
  return (
    <div className="to-mend">
      <TableCard
        label={label}
        columns={fields.length + 1}
        density="tight"
        minWidth={800}
        busy={review.looking}
        head={
          <>
            <Th>{t('row')}</Th>
            {fields.map(field => (
              <Th key={field} width={widthOf(field, fields)}>
                {t(`fields.${field}`)}
              </Th>
            ))}
          </>
        }
      >
        {rows.slice(0, SHOWN).map(row => (
          <ToldLine key={row.row} {...{ review, row, mending, fields }} />
        ))}
      </TableCard>
      {hidden > 0 && <div className="pager">{t('more', { count: hidden })}</div>}
    </div>
  )
}

function ToldLine({
  review,
  row,
  mending,
  fields,
}: {
  review: FileReviewState
  row: ToldRow
  mending: boolean
  fields: readonly BatchField[]
}) {
  const t = useTranslations('batches.review')
  const tFile = useTranslations('batches.file')
  return (
    <Row
      note={
        <div className="row g12 wrap">
          <div className="stack g4 grow">
            {row.said.map(of => (
              <Say
                key={`${of.field} ${of.said.text}`}
                kind={mending ? 'blocked' : 'unusual'}
                word={`${t(`fields.${of.field}`)}:`}
              >
                {said(tFile, of.said, of.reason)}
              </Say>
            ))}
          </div>
          <Button
            variant="quiet"
            size="sm"
            aria-label={t('leaveOutRow', { row: row.row })}
            onClick={() => review.leaveOut(row.row)}
          >
            {t('leaveOut')}
          </Button>
        </div>
      }
    >
      <td className="t3 numbered">{row.row}</td>
      {fields.map(field => (
        <td key={field}>
          {mending ? (
            <Cell review={review} row={row} field={field} />
          ) : (
            <bdi>{row.typed[field]}</bdi>
          )}
        </td>
      ))}
    </Row>
  )
}

/** A cell of a row that is wrong; the row is looked at again once it is left. */
function Cell({
  review,
  row,
  field,
}: {
  review: FileReviewState
  row: ToldRow
  field: BatchField
}) {
  const t = useTranslations('batches.review')
  const was = row.typed[field]
  const [typed, setTyped] = useDraft({ dialog: `${field} ${row.row} ${was}` }, was)
  const bad = row.said.some(of => of.field === field)
  const look = () => {
    if (typed.trim() !== was) review.mend(row.row, field, typed.trim())
  }
  return (
    <TextInput
      size="md"
      aria-label={t('rowOf', { field: t(`fields.${field}`), row: row.row })}
      aria-invalid={bad || undefined}
      className={bad ? 'bad' : undefined}
      maxLength={500}
      value={typed}
      onChange={event => setTyped(event.target.value)}
      onBlur={look}
      onKeyDown={event => {
        if (event.key === 'Enter') look()
      }}
    />
  )
}

/** The rows as they were typed, to be mended where they come from. */
function saveTold(rows: readonly ToldRow[]): void {
  saveCsv('to-mend.csv', [
    BATCH_FIELDS,
    ...rows.map(({ typed }) => BATCH_FIELDS.map(field => typed[field])),
  ])
}
