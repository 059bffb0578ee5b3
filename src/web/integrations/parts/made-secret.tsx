import { useTranslations } from 'use-intl'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** The secret that signs for a webhook, the only time that it is shown. */
export function MadeSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('integrations.secret')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      lead={t('lead')}
      keepOnOutsidePress
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <div className="key-text">
        <code>{secret}</code>
        <CopyButton text={secret} of={t('secret')} />
      </div>
    </Dialog>
  )
}
