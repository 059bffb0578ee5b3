import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { DeadLink, isDeadLink } from '#web/identity/parts/dead-link.tsx'
import { useMailedLink } from '#web/identity/parts/use-mailed-link.ts'
import { SecondStep } from '#web/identity/second-step.tsx'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { safeNext } from '#web/kernel/gate.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { type Method, sessionBegan, signInByLink, signOut } from '#web/kernel/session.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

/**
 * Where a mailed log-in link leads. It asks before it uses the link, so that no mail scanner that opens links uses it up; a
 * second factor follows where there is one.
 */
export function LogInLinkPage() {
  const t = useTranslations('identity.link')
  const client = useQueryClient()
  const go = useGo()
  const token = useAddress().get('token')
  const next = useAddress().get('next')
  const link = useMailedLink('log-in', token)
  const [missing, setMissing] = useState<readonly Method[]>([])
  const enter = () => {
    sessionBegan()
    client.clear()
    go(safeNext(next), { replace: true })
  }
  const logIn = useMutation({
    mutationFn: () => signInByLink(token),
    onSuccess: methods => (methods.length > 0 ? setMissing(methods) : enter()),
  })
  const problem = logIn.error ? asApiProblem(logIn.error) : undefined
  const ended = [link.problem, problem].find(isDeadLink)
  if (missing.length > 0)
    return (
      <AuthFrame>
        <SecondStep known={missing} onProven={enter} onBack={() => void signOut()} />
      </AuthFrame>
    )
  if (token === '' || ended)
    return (
      <AuthFrame>
        <DeadLink problem={ended}>
          <LinkButton href="/auth/login" size="lg" full>
            {t('toLogIn')}
          </LinkButton>
        </DeadLink>
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('lead')}</p>
      {problem && (
        <div className="mt24">
          <ErrorBox>{problem.detail}</ErrorBox>
        </div>
      )}
      <div className="mt24">
        <Button
          size="lg"
          full
          loading={link.pending || logIn.isPending}
          onClick={() => logIn.mutate()}
        >
          {t('submit')}
        </Button>
      </div>
    </AuthFrame>
  )
}
