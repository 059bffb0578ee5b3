import { useTranslations } from 'use-intl'
import type { Keeping } from '#web/parts/entry-saver.ts'
import { atTime, hourText } from '#web/parts/times.ts'

/** Says calmly where what is typed is by now. */
export function KeptState({ of }: { of: Keeping }) {
  const t = useTranslations('contracts.form.kept')
  const said = {
    nothing: () => '',
    changed: () => '',
    saving: () => t('saving'),
    offline: () => t('offline'),
    saved: () =>
      of.kind === 'saved' ? t('saved', { at: of.now ? hourText(of.at) : atTime(of.at) }) : '',
    refused: () => (of.kind === 'refused' ? t('refused', { why: of.why }) : ''),
  }[of.kind]()
  return (
    <p className="meta t3" role="status">
      {said}
    </p>
  )
}
