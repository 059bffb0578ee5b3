import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fetchFile } from '#web/parts/download.tsx'
import { FileView } from '#web/parts/file-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type DocumentRecord, useDocumentTitle } from './document-words.tsx'

/** Opens one of the reader's own documents over the page. */
export function OpenDocument({
  document,
  call,
}: {
  document: DocumentRecord
  call: 'getDocument' | 'getCompanyDocument'
}) {
  const t = useTranslations('people.documents')
  const title = useDocumentTitle()(document)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('openOne', { title })}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {open && (
        <Dialog open wide title={title} onClose={() => setOpen(false)}>
          <FileView
            id={['own', document.file_uuid]}
            title={title}
            load={() => fetchFile(call, { params: { id: document.document_uuid } })}
          />
        </Dialog>
      )}
    </>
  )
}
