import { useTranslations } from 'use-intl'
import { isToken } from '#domain/kernel/currency.ts'
import { Icon } from '#web/ui/icon.tsx'

/** A currency by its code, or an asset, with how it is paid. */
export function CurrencyName({ currency }: { currency: string }) {
  const t = useTranslations('batches.batch')
  const token = isToken(currency)
  return (
    <span className="row g8 nowrap">
      <Icon name={token ? 'wallet' : 'bank'} size={16} />
      <b className="w6">{currency}</b>
      <span className="meta t3">{t(token ? 'chain' : 'bank')}</span>
    </span>
  )
}
