import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { asked, onAsked } from '#web/kernel/asked.ts'
import { hasDrafts } from '#web/kernel/drafts.ts'
import { admit } from '#web/kernel/gate.ts'
import { useMe } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { signOut } from '#web/kernel/session.ts'
import { NoTeam } from '#web/parts/not-for-role.tsx'
import { Shell } from '#web/shell/shell.tsx'
import { shellUserOf } from '#web/shell/shell-user.ts'
import { useSearchKey } from '#web/shell/use-search-key.ts'
import { useWaiting } from '#web/shell/use-waiting.ts'

// Seldom is anything kept.
const KeptNote = lazy(() =>
  import('#web/parts/kept-note.tsx').then(part => ({ default: part.KeptNote })),
)
// What waits on the device is sent once the page stands.
const SendUnsent = lazy(() =>
  import('#web/shell/send-unsent.tsx').then(part => ({ default: part.SendUnsent })),
)
// Most people are past their onboarding and never see it.
const OnboardingModal = lazy(() =>
  import('#web/shell/onboarding-modal.tsx').then(part => ({ default: part.OnboardingModal })),
)

// Nobody needs it before a page is drawn.
const loadPalette = () => import('#web/shell/palette.tsx').then(part => ({ default: part.Palette }))
const Palette = lazy(loadPalette)

const SECURITY = '/account/security'

/**
 * The shell around every signed-in page, in the theme of the person's type. A shut gate shows the onboarding modal in place
 * of the page; a call that the server refused for the same reason shows it over the page.
 */
export function AppFrame() {
  const me = useMe()
  const client = useQueryClient()
  const { onboarding } = useSyncExternalStore(onAsked, asked)
  useEffect(() => {
    // The server knows of a step that this page does not.
    if (onboarding) void client.invalidateQueries({ queryKey: ['getMe'] })
  }, [client, onboarding])
  const waiting = useWaiting(me)
  const [searching, setSearching] = useSearchKey(loadPalette)
  const path = useAddress().path
  const kept = useMemo(() => hasDrafts(path), [path])
  const demand = useMatches({ select: matches => matches.at(-1)?.staticData })
  if (!me.type) return null
  // Who acts for no employer any more has only the own account left.
  const outside = me.type === 'employer' && me.member_role === null && path !== SECURITY
  const may = !demand?.makes || me.allowed_calls.includes(demand.makes)
  const shut = !outside && demand !== undefined && may && admit(me, demand) === 'onboarding'
  return (
    <Shell
      user={shellUserOf(me, me.type)}
      path={path}
      {...waiting}
      onSearch={() => setSearching(true)}
      onLogOut={() => void signOut()}
    >
      {outside && <NoTeam />}
      {me.type === 'contractor' && (
        <Suspense>
          <SendUnsent />
        </Suspense>
      )}
      <Suspense>
        {/* The page comes with what stands above it: it would move from under the pointer. */}
        {kept && <KeptNote key={path} path={path} />}
        {!outside && !shut && <Outlet />}
      </Suspense>
      {(shut || onboarding) && (
        <Suspense>
          <OnboardingModal />
        </Suspense>
      )}
      {searching && (
        <Suspense>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </Shell>
  )
}
