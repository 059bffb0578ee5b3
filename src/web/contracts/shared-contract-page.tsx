import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { useFragment } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { atTime } from '#web/parts/times.ts'
import { applyTheme } from '#web/theme/mode.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { OverlayHost } from '#web/ui/overlay-host.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { ContractPages, TheDocument } from './parts/contract-pages.tsx'
import { ContractStatusChip } from './parts/contract-words.tsx'
import './parts/contract.css'

type Shared = ClientOutput<'openSharedContract'>

/**
 * A contract for whoever was sent its link. The link carries its token behind a #, so that no server on the way sees it, and no page that
 * is opened from here.
 */
export function SharedContractPage() {
  const t = useTranslations('contracts.share.page')
  const token = useFragment()
  const shared = useQuery({
    ...query('openSharedContract', { body: { token } }),
    enabled: token !== '',
    // Each answer is a view that is recorded: asked again by opening the page again alone.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (token === '') return <Over>{t('over.noCode')}</Over>
  if (shared.error?.code === 'LINK_NOT_VALID') return <Over>{shared.error.detail}</Over>
  if (shared.error)
    return (
      <Open>
        <h1 className="sr">{t('title')}</h1>
        <LoadProblem problem={shared.error} onRetry={() => void shared.refetch()} />
      </Open>
    )
  return (
    <Open>
      {shared.data ? (
        <Contract shared={shared.data} token={token} />
      ) : (
        <div aria-busy="true">
          <h1 className="sr">{t('title')}</h1>
          <span className="sr" role="status">
            {t('loading')}
          </span>
          <CardSkeleton height={480} />
        </div>
      )}
    </Open>
  )
}

function Open({ children }: { children: ReactNode }) {
  useLayoutEffect(() => applyTheme('employer'), [])
  return (
    <div className="shared-open">
      <header>
        <Logo />
      </header>
      <main>
        <OverlayHost>{children}</OverlayHost>
      </main>
    </div>
  )
}

/** What every link that shows nothing says, whatever became of it. */
function Over({ children }: { children: ReactNode }) {
  const t = useTranslations('contracts.share.page')
  return (
    <AuthFrame>
      <h1 className="h1">{t('over.title')}</h1>
      <p className="body t2 mt4" role="status">
        {children}
      </p>
    </AuthFrame>
  )
}

function Contract({ shared, token }: { shared: Shared; token: string }) {
  const t = useTranslations('contracts.share.page')
  const pagesWords = useTranslations('contracts.pages')
  const { employer_name: employer, document } = shared
  const waits = shared.status === 'DRAFT' || shared.status === 'AWAITING_SIGNATURE'
  const pages = document && {
    ...document,
    waits,
    reads: [],
    blocked: null,
    sign_by: null,
    since: null,
  }
  return (
    <>
      <PageHead
        title={t.rich('of', {
          role: shared.role,
          name: () => <bdi>{shared.contractor_name}</bdi>,
        })}
        lead={
          <>
            <ContractStatusChip of={shared} />
            <span>
              {t('by', { employer, date: atTime(shared.expires_at) })}{' '}
              {shared.status === 'DRAFT' && t('draft')}
            </span>
          </>
        }
      />
      {pages ? (
        <ContractPages
          pages={pages}
          document={
            <TheDocument
              pages={pages}
              revision={shared.revision}
              save={
                <SaveButton file="getSharedContractPdf" input={{ body: { token } }} size="sm">
                  {pagesWords('document.download')}
                </SaveButton>
              }
            />
          }
        />
      ) : (
        <EmptyState title={t('changing.title')}>{t('changing.text', { employer })}</EmptyState>
      )}
    </>
  )
}
