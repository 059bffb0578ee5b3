import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readList } from '#web/parts/read-list.ts'
import { saveCsv } from '#web/parts/save-csv.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { type FileValue, XLSX } from '#web/ui/read-file.ts'
import type { SentFile } from './use-file-review.ts'

const LARGEST = 4 * 1024 * 1024

/** Where a file of payments is dropped or chosen, with a template of one. */
export function SendFile({ onFile }: { onFile: (file: SentFile) => void }) {
  const t = useTranslations('batches.send')
  const [unreadable, setUnreadable] = useState(false)
  const take = async (file: FileValue | null) => {
    setUnreadable(false)
    if (!file) return
    const text = await readList(file).catch(() => undefined)
    setUnreadable(text === undefined)
    if (text !== undefined) onFile({ file_name: file.file_name.slice(0, 120), text })
  }
  return (
    <Card pad>
      <div className="send-file">
        <FileField
          id="payments_file"
          label={t('file')}
          required
          help={t('help')}
          types={['text/csv', XLSX]}
          largest={LARGEST}
          error={unreadable ? t('unreadable') : undefined}
          value={null}
          onChange={file => void take(file)}
        />
        <Button
          variant="secondary"
          icon="download"
          onClick={() => saveCsv('payments.csv', TEMPLATE)}
        >
          {t('template')}
        </Button>
      </div>
    </Card>
  )
}

/** What a file looks like; its people do not exist. */
const TEMPLATE = [
  ['email', 'name', 'amount', 'currency', 'reference', 'words'],
  ['ana@example.com', 'Ana Example', '125.50', 'EUR', 'LC-20931', 'Deliveries of the week'],
  ['minh@example.com', 'Minh Example', '1250.00', 'USD', 'LC-20932', ''],
] as const
