import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { batchPath } from './batch-words.tsx'
import { FileSums } from './file-sums.tsx'
import { SendIn } from './send-in.tsx'
import { TwiceRows, WrongRows } from './told-rows.tsx'
import { type FileReviewState, type SentFile, useFileReview } from './use-file-review.ts'

/** Every row of a file is looked at, and mended or left out, before anything is sent. */
export function FileReview({
  file,
  from,
  again,
  onClose,
  onSent,
}: {
  file: SentFile
  /** The page that the file came from. */
  from: { readonly label: string; readonly href: string }
  /** Leads back to where another is chosen or this one is changed. */
  again: ReactNode
  onClose: () => void
  onSent?: () => void
}) {
  const t = useTranslations('batches.review')
  const review = useFileReview(file)
  const { read, problem } = review
  const crumbs = [from, { label: file.file_name }]
  if (!read)
    return (
      <>
        <PageHead crumbs={crumbs} title={t(problem ? 'notRead' : 'reading')} actions={again} />
        {problem ? <Unreadable review={review} /> : <LoadingBlock height={420} />}
      </>
    )
  const { good, wrong, twice, without } = read
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={t('title', { good, total: good + wrong + without })}
        lead={t('lead', { wrong, twice })}
        actions={again}
      />
      <div className="cycle-cols">
        {read.already && <Already of={read.already} />}
        <FileSums review={review} />
        {good > 0 && (
          <Card pad>
            <div className="row g12">
              <Icon name="users" />
              <span className="meta t2 grow">{t('people', read.people)}</span>
            </div>
          </Card>
        )}
      </div>
      <WrongRows review={review} />
      <TwiceRows review={review} />
      {without > 0 && (
        <div className="mt20">
          <Say
            kind="note"
            word={t('without')}
            to={
              <Button variant="quiet" size="sm" onClick={review.putBack}>
                {t('putBack')}
              </Button>
            }
          >
            {t('withoutText', { count: without })}
          </Say>
        </div>
      )}
      <SendIn review={review} file={file} onCancel={onClose} onSent={onSent} />
    </>
  )
}

/** Why the file as a whole is not one of payments, in the server's words. */
function Unreadable({ review: { problem, again } }: { review: FileReviewState }) {
  if (!problem || problem.fields.length === 0)
    return <LoadProblem problem={problem} onRetry={again} />
  return (
    <div role="alert">
      <Card pad>
        <Say kind="blocked">{problem.detail}</Say>
      </Card>
    </div>
  )
}

function Already({ of }: { of: { readonly batch_uuid: string; readonly file_name: string } }) {
  const t = useTranslations('batches.review')
  return (
    <Card pad>
      <Say kind="unusual" to={<Link href={batchPath(of.batch_uuid)}>{t('toBatch')}</Link>}>
        {t.rich('already', { file: () => <bdi>{of.file_name}</bdi> })}
      </Say>
    </Card>
  )
}
