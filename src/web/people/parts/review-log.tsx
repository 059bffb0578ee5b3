import { useTranslations } from 'use-intl'
import { atTime } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { type DocumentRecord, useDocumentTitle } from './document-words.tsx'
import type { ReviewSubject } from './review-subject.ts'

const MOST = 8

type Entry = {
  readonly at: string
  readonly what: 'sent' | 'opened' | 'VERIFIED' | 'REJECTED'
  readonly who: string
  readonly mine: boolean
  readonly document: DocumentRecord
}

const ICONS: Readonly<Record<Entry['what'], IconName>> = {
  sent: 'file',
  opened: 'eye',
  VERIFIED: 'done',
  REJECTED: 'blocked',
}

/** Who sent, opened and decided which document, the newest first. */
export function ReviewLog({ subject }: { subject: ReviewSubject }) {
  const t = useTranslations('people.log')
  const titleOf = useDocumentTitle()
  const entries = subject.documents
    .flatMap(entriesOf(subject.name))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return (
    <Card title={t('title')}>
      <ul className="log">
        {entries.length === 0 && <li className="t2">{t('nothing')}</li>}
        {entries.slice(0, MOST).map(({ at, what, who, mine, document }) => (
          <li key={`${at} ${what} ${who} ${document.document_uuid}`}>
            <span className="meta t3">{atTime(at)}</span>
            <Icon name={ICONS[what]} size={16} />
            <span>
              {t.rich(what, {
                title: titleOf(document),
                who: () => <b className="w6">{mine ? t('you') : <bdi>{who}</bdi>}</b>,
              })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function entriesOf(owner: string): (document: DocumentRecord) => Entry[] {
  return document => [
    { at: document.uploaded_at, what: 'sent', who: owner, mine: false, document },
    ...document.reads
      .filter(({ reader_role }) => reader_role === 'operator')
      .map(({ read_at, reader_name, mine }) => ({
        at: read_at,
        what: 'opened' as const,
        who: reader_name,
        mine,
        document,
      })),
    ...(document.decided_at && document.status !== 'PENDING_REVIEW'
      ? [{ at: document.decided_at, what: document.status, who: '', mine: false, document }]
      : []),
  ]
}
