import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import type { LegalSection } from '#web/identity/legal-texts.ts'
import './identity.css'

/** A legal text with its version, in sections. */
export function LegalArticle({
  version,
  sections,
}: {
  version: string
  sections: readonly LegalSection[]
}) {
  const t = useTranslations('legal')
  return (
    <div className="legal">
      <p className="meta t3">{t('article.version', { date: formatDate(version) })}</p>
      {sections.map(section => (
        <section key={section}>
          <h2 className="h3">{t(`${section}.heading`)}</h2>
          {t.rich(`${section}.body`, {
            p: said => <p>{said}</p>,
            list: said => <ul>{said}</ul>,
            item: said => <li>{said}</li>,
          })}
        </section>
      ))}
    </div>
  )
}
