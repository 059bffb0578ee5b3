import { openAlert } from '#web/ui/alert-bus.ts'
import { translatorOf } from '#web/words/translator-of.ts'

/** Says to who came home from an address of no page, or of none of theirs, that there is none: the same of both. */
export function sayNoPage(): void {
  const t = translatorOf('kernel.navigation')
  openAlert(t('noPage'), { beneath: t('home'), severity: 'info', about: 'no-page' })
}
