import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { atTime } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { Say } from '#web/ui/say.tsx'

type Lists = ClientOutput<'getLists'>

/** Which lists are in force, how old they are, and what is not done with them. */
export function ListsCard({ lists: { lists, due, failed } }: { lists: Lists }) {
  const t = useTranslations('screening.lists')
  return (
    <Card title={t('title')} pad>
      <div className="stack g12">
        {lists.length === 0 && (
          <Say kind="blocked" word={t('missing.word')}>
            {t('missing.text')}
          </Say>
        )}
        {lists
          .filter(list => list.is_old)
          .map(({ source, age_days: days }) => (
            <Say key={source} kind="unusual" word={t('old.word', { source, days })}>
              {t('old.text')}
            </Say>
          ))}
        {due > failed && (
          <Say kind="note" word={t('due.word', { count: due - failed })}>
            {t('due.text')}
          </Say>
        )}
        {failed > 0 && (
          <Say kind="unusual" word={t('failed.word', { count: failed })}>
            {t('failed.text')}
          </Say>
        )}
        {lists.length > 0 && (
          <ul className="stack g12">
            {lists.map(list => (
              <li key={list.source}>
                <div className="row between wrap g8">
                  <span className="w6">{list.source}</span>
                  <span className="meta t3">{t('imported', { at: atTime(list.imported_at) })}</span>
                </div>
                <div className="meta t2">
                  {t('row', { version: list.version, entries: list.entries })}
                </div>
                <div className="meta t3 digest">{t('digest', { digest: list.sha256 })}</div>
              </li>
            ))}
          </ul>
        )}
        <p className="meta t3">{t('limits')}</p>
      </div>
    </Card>
  )
}
