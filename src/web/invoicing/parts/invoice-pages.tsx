import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SaveButton } from '#web/parts/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { useInvoicePages } from './use-invoice-pages.ts'

/** The height of A4 in points. */
const PAGE = 841.89
/** How far above its words a row of items begins, and how high one is of a single line, in points (`invoice.typ`). */
const ROW = { above: 8.8, height: 24.3 }

/** What the client gets: the pages of the PDF of a draft, beside what is typed where there is room, and the file itself. */
export function InvoicePages({
  id,
  version,
  focused,
}: {
  id: string
  /** The version of the draft that is kept; undefined while nothing is. */
  version: number | undefined
  /** The item that is typed in, among those of the page. */
  focused: number | undefined
}) {
  const t = useTranslations('invoicing.edit.pages')
  const narrow = useNarrow()
  const { url, pages, rows, error, refetch } = useInvoicePages(id, version, !narrow)
  const [turned, setTurned] = useState(1)
  const row = focused === undefined ? undefined : rows[focused]
  const rowPage = row?.[0]
  useEffect(() => {
    if (rowPage !== undefined) setTurned(rowPage)
  }, [rowPage])
  const page = Math.min(turned, pages)
  const next = rows[(focused ?? 0) + 1]
  return (
    <Card
      pad
      title={t('title')}
      note={
        version !== undefined && (
          <SaveButton file="getInvoicePdf" input={{ params: { id } }} size="sm">
            {t('pdf')}
          </SaveButton>
        )
      }
    >
      {narrow ? (
        <p className="meta t2">{t('narrow')}</p>
      ) : (
        <>
          <div className="sheet-of">
            {url ? (
              <img
                src={url}
                alt={t('alt', { page, pages })}
                style={{ translate: `0 ${(-100 * (page - 1)) / pages}%` }}
              />
            ) : (
              <p className="meta">{t('empty')}</p>
            )}
            {url && row && rowPage === page && (
              <div
                className="sheet-row"
                style={band(row[1], next?.[0] === page ? next[1] : row[1] + ROW.height)}
              />
            )}
          </div>
          <div className="sheet-foot meta t2">
            <span>{url ? t('page', { page, pages }) : null}</span>
            {pages > 1 && (
              <>
                <IconButton
                  icon="chevron-start"
                  size="sm"
                  label={t('before')}
                  disabled={page === 1}
                  onClick={() => setTurned(page - 1)}
                />
                <IconButton
                  icon="chevron-end"
                  size="sm"
                  label={t('after')}
                  disabled={page === pages}
                  onClick={() => setTurned(page + 1)}
                />
              </>
            )}
            <span className="grow" />
            {error ? (
              <Button variant="text" size="sm" onClick={() => void refetch()}>
                {t('again')}
              </Button>
            ) : (
              <span className="row g6">
                <Icon name="check" size={14} />
                {t('live')}
              </span>
            )}
          </div>
        </>
      )}
    </Card>
  )
}

/** The band of a row of the page, from where its words and those of the next begin. */
function band(top: number, next: number) {
  const of = (points: number) => `${(100 * points) / PAGE}%`
  return { insetBlockStart: of(top - ROW.above), blockSize: of(next - top) }
}
