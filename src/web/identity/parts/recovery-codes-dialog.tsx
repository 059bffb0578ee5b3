import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import { CopyButton } from './copy-button.tsx'

/** Ten recovery codes, shown once: it closes when the person says that they are kept. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) {
  const t = useTranslations('identity.codes')
  const [hurried, setHurried] = useState(false)
  const copy = useRef<HTMLButtonElement>(null)
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      keepOnOutsidePress
      title={t('title')}
      lead={t('lead')}
      initialFocus={copy}
      onClose={() => setHurried(true)}
      footer={<Button onClick={onClose}>{t('kept')}</Button>}
    >
      <ul className="codes" aria-label={t('label')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row g8 wrap">
        <CopyButton ref={copy} text={text}>
          {t('copy')}
        </CopyButton>
        <LinkButton
          variant="secondary"
          size="sm"
          icon="download"
          download="corridor-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${t('file')}\n\n${text}`)}`}
        >
          {t('download')}
        </LinkButton>
      </div>
      {hurried && (
        <div role="alert">
          <Say kind="unusual">{t('hurried')}</Say>
        </div>
      )}
    </Dialog>
  )
}
