import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import type { ReactNode } from 'react'
import '#web/theme/theme.css'
import { type LinkComponent, LinkProvider } from './link.tsx'
import { useSteadyPress } from './steady-press.ts'

/** Wraps the whole application once: fonts and tokens, writing direction, no inline style elements, the router's links. */
export function UiProvider({
  direction = 'ltr',
  link,
  children,
}: {
  direction?: 'ltr' | 'rtl' | undefined
  link?: LinkComponent | undefined
  children: ReactNode
}) {
  useSteadyPress()
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>
        {link ? <LinkProvider component={link}>{children}</LinkProvider> : children}
      </DirectionProvider>
    </CSPProvider>
  )
}
