import { useTranslations } from 'use-intl'
import { atTime } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import type { Pages } from './contract-pages.tsx'
import './contract.css'

/** Who opened the contract and the agreement beside it, why, how often and when; both sides see the same. */
export function ReadsCard({ reads }: { reads: Pages['reads'] }) {
  const t = useTranslations('contracts.pages.reads')
  if (reads.length === 0) return null
  return (
    <Card title={t('title')}>
      <div className="viewers">
        {reads.map(({ document, reader_role, reader_name, purpose, times, read_at }) => (
          <div className="hold" key={`${document} ${reader_role} ${reader_name} ${purpose}`}>
            <div className="who">
              <bdi className="w5">{reader_name}</bdi>
              <span className="meta t3">{t('roles', { role: reader_role })}</span>
            </div>
            <div className="meta t2">
              {t('opened', {
                purpose: purpose || 'other',
                document: t(`documents.${document}`),
                times,
                last: atTime(read_at[0] ?? ''),
              })}
            </div>
            {times > 1 && (
              <details className="meta t3">
                <summary>{t('times')}</summary>
                {read_at.map(at => (
                  <div key={at}>{atTime(at)}</div>
                ))}
              </details>
            )}
          </div>
        ))}
        <p className="hold meta t3">{t('note')}</p>
      </div>
    </Card>
  )
}
