import { useTranslations } from 'use-intl'
import type { TaxFormState } from '#domain/tax/tax-form.ts'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'

const TONES: Readonly<Record<TaxFormState, Tone>> = {
  VALID: 'ok',
  EXPIRES_SOON: 'warn',
  EXPIRED: 'err',
  OUTDATED: 'warn',
}

/** How a form stands, or that there is none. */
export function FormChip({ form }: { form: { readonly state: TaxFormState } | null }) {
  const t = useTranslations('tax.states')
  if (!form) return <StatusChip tone="hollow">{t('MISSING')}</StatusChip>
  return <StatusChip tone={TONES[form.state]}>{t(form.state)}</StatusChip>
}
