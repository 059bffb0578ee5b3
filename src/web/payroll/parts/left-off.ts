import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'

/** Says of pays that wait again which raises they left to another pay, and whose they are; says nothing where they left none. */
export function useLeftOff() {
  const t = useTranslations('payroll.verbs')
  return ({ left_off }: Pick<ClientOutput<'unarchiveLineItem'>, 'left_off'>) => {
    const [first, ...others] = left_off
    if (!first) return
    const { contractor_name: name, reason } = first
    openAlert(t('leftOff', { name, reason, others: others.length }), { severity: 'warning' })
  }
}
