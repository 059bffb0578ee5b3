import { useTranslations } from 'use-intl'
import { LEGAL_VERSIONS, type LegalDocumentKind } from '#domain/identity/legal.ts'
import { LegalArticle } from '#web/identity/legal-article.tsx'
import { PRIVACY_POLICY, TERMS_OF_SERVICE } from '#web/identity/legal-texts.ts'
import { useMe } from '#web/kernel/me.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'

const SECTIONS = {
  'terms-of-service': TERMS_OF_SERVICE,
  'data-privacy-policy': PRIVACY_POLICY,
} as const

/** The legal text that the address names. */
export function AgreementPage() {
  const kind: LegalDocumentKind = useAddress().path.endsWith('/privacy-policy')
    ? 'data-privacy-policy'
    : 'terms-of-service'
  return <Agreement key={kind} kind={kind} />
}

/** A legal text with its accept button. Accepting twice is no error (specification 7). */
function Agreement({ kind }: { kind: LegalDocumentKind }) {
  const t = useTranslations('identity.agreement')
  const me = useMe()
  const go = useGo()
  const version = LEGAL_VERSIONS[kind]
  const accepted =
    kind === 'terms-of-service' ? me.terms_of_service_accepted : me.data_privacy_policy_accepted
  // After the terms comes the policy; after both, home, which knows what is next.
  const onwards = () =>
    go(
      kind === 'terms-of-service' && !me.data_privacy_policy_accepted
        ? `/dashboard/${me.type}/privacy-policy`
        : '/dashboard',
    )
  const accept = useCall('acceptAgreement', {
    refresh: ['getMe', 'getFirstPay'],
    onSuccess: onwards,
    onProblem: ({ status }) => {
      if (status !== 409) return false
      onwards()
      return true
    },
  })
  return (
    <Page>
      <PageHead title={t(`${kind}.title`)} />
      <LegalArticle version={version} sections={SECTIONS[kind]} />
      <div className="legal legal-foot">
        {accepted ? (
          <Say kind="done" word={t('accepted')}>
            {t('acceptedLead')}
          </Say>
        ) : (
          <>
            <Button
              size="lg"
              disabled={accept.isSuccess}
              loading={accept.isPending}
              onClick={({ detail }) => {
                // The second of two quick clicks was meant for the text before.
                if (detail < 2) accept.mutate({ params: { id: kind }, body: { version } })
              }}
            >
              {t(`${kind}.accept`)}
            </Button>
            <span className="meta t3">{t('recorded')}</span>
          </>
        )}
      </div>
    </Page>
  )
}
