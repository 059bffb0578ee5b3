import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from '#web/parts/draft.ts'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { FileReview } from './parts/file-review.tsx'
import { isEmpty, NO_LINE, textOfLines } from './parts/off-cycle-line.ts'
import { OffCycleLines } from './parts/off-cycle-lines.tsx'
import { SendFile } from './parts/send-file.tsx'
import { useSentFile } from './parts/use-sent-file.ts'
import './batches.css'

/** Pay outside of any calendar: who gets what is written down, and goes the way of a batch from there (decision 0119). */
export function OffCyclePage() {
  const t = useTranslations('batches.offCycle')
  const [lines, setLines, linesSent] = useDraft('off-cycle run', [NO_LINE])
  const [reviewing, setReviewing] = useState(false)
  const { file, open, close, sent } = useSentFile()
  const [choosing, setChoosing] = useState(false)
  const reviewed =
    file ?? (reviewing ? { file_name: t('title'), text: textOfLines(lines) } : undefined)
  const back = () => {
    close()
    setReviewing(false)
  }
  if (reviewed)
    return (
      <Page>
        <FileReview
          key={`${reviewed.file_name} ${reviewed.text.length}`}
          file={reviewed}
          from={{ label: t('crumb'), href: '/employer/payroll-run' }}
          again={
            <Button variant="secondary" icon="edit" onClick={back}>
              {t('again')}
            </Button>
          }
          onClose={back}
          onSent={file ? sent : linesSent}
        />
      </Page>
    )
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumb'), href: '/employer/payroll-run' }, { label: t('title') }]}
        title={t('title')}
        lead={t('lead')}
        actions={
          <Button
            variant="secondary"
            icon="upload"
            aria-expanded={choosing}
            onClick={() => setChoosing(!choosing)}
          >
            {t('file')}
          </Button>
        }
      />
      {choosing && <SendFile onFile={open} />}
      <OffCycleLines lines={lines} onChange={setLines} />
      <div className="row between g12 wrap mt20">
        <p className="meta t2">{t('foot')}</p>
        <Button disabled={lines.every(isEmpty)} onClick={() => setReviewing(true)}>
          {t('review')}
        </Button>
      </div>
      <SimulatedNote />
    </Page>
  )
}
