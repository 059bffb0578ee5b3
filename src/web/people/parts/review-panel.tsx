import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { FileView } from '#web/parts/file-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Say } from '#web/ui/say.tsx'
import {
  DocumentReads,
  type DocumentRecord,
  useDocumentTitle,
  VerificationChip,
} from './document-words.tsx'
import type { ReviewSubject } from './review-subject.ts'
import { StandingActions } from './standing-actions.tsx'

/** An opened row: the documents at the start, and beside them the facts to compare and what may be decided. */
export function ReviewPanel({ subject }: { subject: ReviewSubject }) {
  const t = useTranslations('people.review')
  const [shown, setShown] = useState<DocumentRecord>()
  return (
    <div className="aside-grid mt16">
      <Card title={t('documents')}>
        {subject.documents.length === 0 ? (
          <div className="body-pad t2">{t('noDocuments')}</div>
        ) : (
          <ul className="rows">
            {subject.documents.map(document => (
              <DocumentRow
                key={document.document_uuid}
                subject={subject}
                document={document}
                shown={shown?.document_uuid === document.document_uuid}
                onShow={setShown}
              />
            ))}
          </ul>
        )}
        <div className="foot">
          <Say kind="note" icon="eye">
            {t(`${subject.kind}.sees`)}
          </Say>
        </div>
      </Card>
      <div className="stack g20">
        <Card title={t('compare')} pad>
          <DefinitionRows rows={subject.facts} />
        </Card>
        <StandingActions subject={subject} />
        {subject.more}
      </div>
    </div>
  )
}

function DocumentRow({
  subject,
  document,
  shown,
  onShow,
}: {
  subject: ReviewSubject
  document: DocumentRecord
  shown: boolean
  onShow: (document: DocumentRecord | undefined) => void
}) {
  const t = useTranslations('people.review')
  const title = useDocumentTitle()(document)
  const may = useMay()
  const mayOpen = may(subject.kind === 'contractors' ? 'getContractorFile' : 'getEmployerDocument')
  return (
    <li>
      <div className="row g12 top wrap">
        <div className="grow">
          <div className="row g8 wrap">
            <span className="w5">{title}</span>
            <VerificationChip status={document.status} />
          </div>
          <div className="meta t3 mt2">
            <bdi>{document.file_name}</bdi>
          </div>
          {document.reason && (
            <p className="meta err mt4">
              <bdi>{document.reason}</bdi>
            </p>
          )}
          <div className="mt8">
            <DocumentReads reads={document.reads} />
          </div>
        </div>
        {mayOpen && (
          <Button
            variant="secondary"
            size="sm"
            icon={shown ? 'eye-off' : 'eye'}
            aria-expanded={shown}
            aria-label={t(shown ? 'closeOf' : 'openOf', { name: title })}
            onClick={() => onShow(shown ? undefined : document)}
          >
            {t(shown ? 'close' : 'open')}
          </Button>
        )}
      </div>
      {shown && (
        <div className="mt12">
          <FileView
            id={[subject.kind, subject.id, document.file_uuid]}
            title={t('documentOf', { title, name: subject.name })}
            load={() => subject.open(document)}
          />
        </div>
      )}
    </li>
  )
}
