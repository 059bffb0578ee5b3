import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { admit } from '#web/kernel/gate.ts'
import { useMe } from '#web/kernel/me.ts'
import { OnboardingModal } from '#web/kernel/onboarding-modal.tsx'
import { signOut } from '#web/kernel/session.ts'
import { Shell } from '#web/shell/shell.tsx'

/** The shell around every signed-in page, in the theme of the person's type; a shut gate shows the onboarding modal. */
export function AppFrame() {
  const me = useMe()
  const path = useLocation({ select: location => location.pathname })
  const demand = useMatches({ select: matches => matches.at(-1)?.staticData })
  if (!me.type) return null
  return (
    <Shell
      user={{
        type: me.type,
        is_partner: me.is_partner,
        first_name: me.first_name,
        last_name: me.last_name,
        email: me.email,
        organisation: me.organisation?.name || undefined,
      }}
      path={path}
      onLogOut={() => void signOut()}
    >
      {demand && admit(me, demand) === 'onboarding' ? <OnboardingModal /> : <Outlet />}
    </Shell>
  )
}
