import { createContext, type ReactNode, use, useState } from 'react'

const HostContext = createContext<HTMLElement | undefined>(undefined)

/**
 * Gives menus and lists below it a place inside the surrounding landmark, so that what they show belongs to the page for
 * a screen reader too. Rendered once inside `main`.
 */
export function OverlayHost({ children }: { children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  return (
    <HostContext value={host ?? undefined}>
      {children}
      <div className="overlay-host" ref={setHost} />
    </HostContext>
  )
}

/** Inside a dialog everything opens within the dialog, because the page behind it is inert. */
export function NoOverlayHost({ children }: { children: ReactNode }) {
  return <HostContext value={undefined}>{children}</HostContext>
}

/** The props for a portal: the host of the page, or nothing where the portal's own choice is right. */
export function useOverlayHost(): { container?: HTMLElement } {
  const container = use(HostContext)
  return container ? { container } : {}
}
