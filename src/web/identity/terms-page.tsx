import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import { LegalArticle } from '#web/identity/legal-article.tsx'
import { TERMS_OF_SERVICE } from '#web/identity/legal-texts.ts'
import { applyTheme } from '#web/theme/mode.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo, NAME } from '#web/ui/logo.tsx'

/** The terms of service for everyone, also without an account. */
export function TermsPage() {
  const t = useTranslations('identity.agreement')
  const frame = useTranslations('auth-frame.frame')
  useLayoutEffect(() => applyTheme('employer'), [])
  return (
    <div className="legal-open">
      <header>
        <Link href="/auth/login" className="auth-logo" aria-label={frame('home', { name: NAME })}>
          <Logo />
        </Link>
      </header>
      <main>
        <h1 className="h1">{t('open')}</h1>
        <LegalArticle version={LEGAL_VERSIONS['terms-of-service']} sections={TERMS_OF_SERVICE} />
      </main>
    </div>
  )
}
