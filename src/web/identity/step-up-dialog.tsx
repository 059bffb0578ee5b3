import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { GoogleButton } from '#web/identity/google-button.tsx'
import { OWN_FACTORS } from '#web/identity/second-factor.ts'
import { goToProvider } from '#web/kernel/identity-provider.ts'
import { useAppConfig } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { alertProblem } from '#web/kernel/queries.ts'
import type { Method } from '#web/kernel/session.ts'
import { Loaded, LoadingBlock } from '#web/parts/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProveIt } from './prove-it.tsx'

type Settle = (given: boolean) => void

/** Asks for a fresh proof before something sensitive; closing it is an answer too. */
export function StepUpDialog({ onSettle }: { onSettle: Settle }) {
  const t = useTranslations('identity.stepUp')
  const identity = useAppConfig()?.identity
  if (identity?.kind === 'oidc') return <AtProvider name={identity.name} onSettle={onSettle} />
  return (
    <Asking lead={t('lead')} onSettle={onSettle}>
      <Loaded query={OWN_FACTORS} fallback={<LoadingBlock height={150} />}>
        {({ methods }) => <Methods methods={methods} onSettle={onSettle} />}
      </Loaded>
    </Asking>
  )
}

function Asking({
  lead,
  onSettle,
  children,
}: {
  lead: ReactNode
  onSettle: Settle
  children: ReactNode
}) {
  const t = useTranslations('identity.stepUp')
  return (
    <Dialog open keepOnOutsidePress title={t('title')} lead={lead} onClose={() => onSettle(false)}>
      {children}
    </Dialog>
  )
}

function Methods({ methods, onSettle }: { methods: readonly Method[]; onSettle: Settle }) {
  const proven = () => onSettle(true)
  if (methods.length > 0) return <ProveIt methods={methods} start onProven={proven} />
  return <GoogleButton onDone={proven} onFailure={thrown => alertProblem(thrown)} />
}

function AtProvider({ name, onSettle }: { name: string; onSettle: Settle }) {
  const t = useTranslations('identity.stepUp')
  const here = useAddress().here
  return (
    <Asking lead={t('atProvider', { name })} onSettle={onSettle}>
      <Button size="lg" full onClick={() => goToProvider('step-up', here)}>
        {t('continue', { name })}
      </Button>
      <Button variant="quiet" size="lg" full onClick={() => onSettle(false)}>
        {t('cancel')}
      </Button>
    </Asking>
  )
}
