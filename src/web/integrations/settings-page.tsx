import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isYetToCome, query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { KeysCard } from './parts/keys-card.tsx'
import { MadeKey } from './parts/made-key.tsx'
import './integrations.css'

// Below what is read first.
const Receivers = lazy(() =>
  import('./parts/receivers.tsx').then(part => ({ default: part.Receivers })),
)

type Kind = 'live' | 'sandbox'
type Made = ClientOutput<'makeApiKey'>

/** What machines of the company connect by, for real money and for the sandbox apart. */
export function SettingsPage() {
  const t = useTranslations('integrations.settings')
  const [kind, setKind] = useState<Kind>('live')
  const [made, setMade] = useState<Made>()
  const keys = useQuery(query('listApiKeys', {}))
  const sandbox = kind === 'sandbox'
  const hooks = useQuery(query('listWebhooks', {}))
  const own = hooks.data?.webhooks.filter(hook => hook.sandbox === sandbox) ?? []
  const failing = own.filter(({ state }) => state === 'FAILING')
  const givenUp = own.filter(({ state }) => state === 'GIVEN_UP')
  const shown = keys.data?.keys.filter(key => key.sandbox === sandbox) ?? []
  const soon = shown.find(({ state }) => state === 'ENDS_SOON')
  return (
    <Page>
      <PageHead
        title={
          givenUp.length > 0
            ? t('givenUp', { count: givenUp.length })
            : failing.length > 0
              ? t('failing', { count: failing.length })
              : t('title')
        }
        wrong={failing.length + givenUp.length > 0}
        lead={
          givenUp.length > 0
            ? t('givenUpLead', { events: givenUp.reduce((sum, of) => sum + of.given_up, 0) })
            : failing.length > 0
              ? t('failingLead', { events: failing.reduce((sum, of) => sum + of.undelivered, 0) })
              : soon
                ? t('endsSoon', { name: soon.name, days: soon.days_left })
                : t(`leads.${kind}`)
        }
        actions={
          <>
            <LinkButton variant="secondary" href="/docs/api/" target="_blank">
              {t('docs')}
            </LinkButton>
            <Segmented<Kind>
              label={t('kind')}
              segments={[
                { value: 'live', label: t('live') },
                { value: 'sandbox', label: t('sandbox') },
              ]}
              value={kind}
              onChange={setKind}
            />
          </>
        }
      />
      {keys.isPending && <LoadingBlock height={311} />}
      {keys.isError && !keys.data && (
        <LoadProblem problem={keys.error} onRetry={() => void keys.refetch()} />
      )}
      {keys.data && (
        <div className={made ? 'settings-cols two' : 'settings-cols'}>
          <KeysCard keys={shown} sandbox={sandbox} onMade={setMade} />
          {made && <MadeKey made={made} onDone={() => setMade(undefined)} />}
        </div>
      )}
      {/* What stands above comes first, whichever answer does: it would move what stands below. */}
      {![keys, hooks].some(isYetToCome) && (
        <Suspense fallback={<LoadingBlock height={568} />}>
          <Receivers sandbox={sandbox} />
        </Suspense>
      )}
    </Page>
  )
}
