import { useTranslations } from 'use-intl'
import { Segmented } from '#web/ui/segmented.tsx'

/** What waits, or what is over. */
export type View = 'open' | 'closed'

/** Chooses between what waits and what is over. */
export function ViewChoice({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  const t = useTranslations('ledger.openOrOver')
  return (
    <Segmented
      label={t('label')}
      value={value}
      onChange={onChange}
      segments={[
        { value: 'open', label: t('open') },
        { value: 'closed', label: t('closed') },
      ]}
    />
  )
}
