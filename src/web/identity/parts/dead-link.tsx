import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { LinkButton } from '#web/ui/button.tsx'

const DEAD = ['LINK_USED', 'LINK_EXPIRED', 'LINK_NOT_VALID', 'INVALID_TOKEN'] as const

/** Whether a failure says that a mailed link does not work, and not that asking failed. */
export function isDeadLink(problem: ApiProblem | undefined): problem is ApiProblem {
  return DEAD.some(code => code === problem?.code) || problem?.code === 'VALIDATION'
}

/** What every mailed link that does not work shows: what became of it in the server's words, and below what to do next. */
export function DeadLink({
  problem,
  children,
}: {
  /** None where the address of the page lacks the link's code. */
  problem: ApiProblem | undefined
  children: ReactNode
}) {
  const t = useTranslations('identity.deadLink')
  const code = problem?.code
  const whole = problem && code !== 'VALIDATION'
  return (
    <>
      <h1 className="h1">{t(code === 'LINK_USED' || code === 'LINK_EXPIRED' ? code : 'other')}</h1>
      <p className="body t2 mt4" role="status">
        {whole ? problem.detail : t('notWhole')}
      </p>
      <div className="stack g12 mt24">{children}</div>
    </>
  )
}

/** The page of a mailed link whose code was cut off, with a button to the log-in that says `children`. */
export function LinkWithoutCode({ children }: { children: ReactNode }) {
  return (
    <AuthFrame>
      <DeadLink problem={undefined}>
        <LinkButton href="/auth/login" size="lg" full variant="secondary">
          {children}
        </LinkButton>
      </DeadLink>
    </AuthFrame>
  )
}
