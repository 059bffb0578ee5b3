import { useTranslations } from 'use-intl'
import type { Keeping } from '#web/parts/entry-saver.ts'
import { atTime, hourText } from '#web/parts/times.ts'

/** Says calmly where what is typed of an invoice is by now. */
export function KeptNow({
  of,
  wholeRead,
}: {
  of: Keeping
  /** Whether everything that is typed could be read, so that all of it is where this says. */
  wholeRead: boolean
}) {
  const t = useTranslations('invoicing.kept')
  const said = {
    nothing: () => '',
    changed: () => '',
    saving: () => t('saving'),
    offline: () => t('offline'),
    saved: () =>
      of.kind === 'saved'
        ? t(wholeRead ? 'saved' : 'savedInPart', { at: of.now ? hourText(of.at) : atTime(of.at) })
        : '',
    refused: () => (of.kind === 'refused' ? t('refused', { why: of.why }) : ''),
  }[of.kind]()
  return (
    <p className="meta t2" role="status">
      {said}
    </p>
  )
}
