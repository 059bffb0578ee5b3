import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import '../identity.css'

/** What says that an invitation is on its way. */
export function useTellSent(): () => void {
  const t = useTranslations('identity.invite')
  return () => openAlert(t('sent'), { severity: 'success' })
}

/** A team: how many they are in words, `children` of it once it is loaded, and a button to invite where `invite` draws its dialog. */
export function TeamView<T extends { readonly members: readonly unknown[] }>({
  team,
  title,
  lead,
  invite,
  children,
}: {
  team: UseQueryResult<T, ApiProblem>
  /** The heading for a number of people; for 0 where it is not known yet. */
  title: (count: number) => string
  lead: string
  invite: ((onClose: () => void) => ReactNode) | undefined
  children: (team: T) => ReactNode
}) {
  const t = useTranslations('identity.invite')
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <PageHead
        title={title(team.data?.members.length ?? 0)}
        lead={lead}
        actions={
          invite && (
            <Button icon="plus" onClick={() => setInviting(true)}>
              {t('open')}
            </Button>
          )
        }
      />
      {team.isPending && <LoadingBlock height={320} />}
      {team.isError && !team.data && (
        <LoadProblem problem={team.error} onRetry={() => void team.refetch()} />
      )}
      {team.data && <div className="stack g20">{children(team.data)}</div>}
      {inviting && invite?.(() => setInviting(false))}
    </>
  )
}
