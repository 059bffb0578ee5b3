import { useTranslations } from 'use-intl'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

const PAGE_MODES = ['upcoming', 'current', 'historical'] as const
export type PageMode = (typeof PAGE_MODES)[number]

/** What the address `/{type}/payroll/{pageMode}` asks for; a mode that there is not shows what is upcoming. */
export function usePageMode(): PageMode {
  const last = useAddress().path.split('/').at(-1)
  return PAGE_MODES.find(mode => mode === last) ?? 'upcoming'
}

/** The three parts of somebody's payroll, of which one is shown. */
export function PayrollTabs({ of, shown }: { of: 'employer' | 'contractor'; shown: PageMode }) {
  const t = useTranslations('payroll.pageModes')
  const go = useGo()
  return (
    <Segmented
      label={t('label')}
      segments={PAGE_MODES.map(value => ({ value, label: t(value) }))}
      value={shown}
      onChange={mode => go(`/${of}/payroll/${mode}`)}
    />
  )
}
