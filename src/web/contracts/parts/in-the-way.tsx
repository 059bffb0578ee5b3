import { useTranslations } from 'use-intl'
import { instantDay } from '#web/parts/times.ts'
import { Say } from '#web/ui/say.tsx'
import type { Contract } from './contract-words.tsx'

/** What stands in the way of a signature: that an offer was taken back before it was answered, or what has to be mended first; nothing of any other. */
export function InTheWay({
  of: { withdrawn_at },
  blocked,
}: {
  of: Pick<Contract, 'withdrawn_at'>
  blocked?: string | undefined
}) {
  const t = useTranslations('contracts.withdrawn')
  if (!withdrawn_at && !blocked) return null
  return (
    <div className="mb12">
      {withdrawn_at ? (
        <Say kind="blocked" word={t('word')}>
          {t('text', { date: instantDay(withdrawn_at) })}
        </Say>
      ) : (
        <Say kind="blocked">{blocked}</Say>
      )}
    </div>
  )
}
