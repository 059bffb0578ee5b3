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
  return (
    <div className="legal">
      <p className="meta t3">Version of {formatDate(version)}</p>
      {sections.map(({ heading, body }) => (
        <section key={heading}>
          <h2 className="h3">{heading}</h2>
          {body.map(part =>
            typeof part === 'string' ? (
              <p key={part}>{part}</p>
            ) : (
              <ul key={part[0]}>
                {part.map(item => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </div>
  )
}
