import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from '#web/parts/draft.ts'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { FileReview } from './parts/file-review.tsx'
import { isEmpty, NO_LINE, OffCycleLines, textOfLines } from './parts/off-cycle-lines.tsx'
import './batches.css'

/** Pay outside of any calendar: who gets what is written down, and goes the way of a batch from there (decision 0119). */
export function OffCyclePage() {
  const t = useTranslations('batches.offCycle')
  const [lines, setLines, sent] = useDraft('off-cycle run', [NO_LINE])
  const [reviewing, setReviewing] = useState(false)
  const close = () => setReviewing(false)
  if (reviewing)
    return (
      <Page>
        <FileReview
          file={{ file_name: t('title'), text: textOfLines(lines) }}
          from={{ label: t('crumb'), href: '/employer/payroll-run' }}
          again={
            <Button variant="secondary" icon="edit" onClick={close}>
              {t('again')}
            </Button>
          }
          onClose={close}
          onSent={sent}
        />
      </Page>
    )
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumb'), href: '/employer/payroll-run' }, { label: t('title') }]}
        title={t('title')}
        lead={t('lead')}
      />
      <OffCycleLines lines={lines} onChange={setLines} />
      <div className="row between g12 wrap mt20">
        <p className="meta t2">
          {t.rich('foot', {
            file: text => <Link href="/employer/partner/payments">{text}</Link>,
          })}
        </p>
        <Button disabled={lines.every(isEmpty)} onClick={() => setReviewing(true)}>
          {t('review')}
        </Button>
      </div>
      <SimulatedNote />
    </Page>
  )
}
