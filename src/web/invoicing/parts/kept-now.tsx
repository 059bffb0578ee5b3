import { useTranslations } from 'use-intl'
import type { Keeping } from '#web/parts/entry-saver.ts'
import { atTime, hourText } from '#web/parts/times.ts'

/** Says calmly where what is typed of an invoice is by now. */
export function KeptNow({ of }: { of: Keeping }) {
  const t = useTranslations('invoicing.kept')
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
    <p className="meta t2" role="status">
      {said}
    </p>
  )
}
