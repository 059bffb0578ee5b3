import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { Amount } from '#web/ui/amount.tsx'
import type { Balance } from './balance-words.ts'

/** What failed or came back and is kept for contractors, where anything is. */
export function Kept({
  balance: { kept, currency },
}: {
  balance: Pick<Balance, 'kept' | 'currency'>
}) {
  const t = useTranslations('ledger')
  if (kept === 0) return null
  return (
    <div className="meta err nowrap">
      {t.rich('kept', { amount: () => <Amount minor={kept} exponent={exponentOf(currency)} /> })}
    </div>
  )
}
