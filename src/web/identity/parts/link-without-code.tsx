import type { ReactNode } from 'react'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DeadLink } from './dead-link.tsx'

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
