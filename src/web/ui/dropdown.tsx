import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { useOverlayHost } from './overlay-host.tsx'

/** What a button of a field opens: inside the window, on the side with room, closed by Escape and by a press elsewhere. */
export function Dropdown({
  label,
  anchor,
  align,
  className,
  onClose,
  children,
}: {
  label: string
  /** The button, a press on which is its own to answer. */
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  className: string
  onClose: () => void
  children: ReactNode
}) {
  const host = useOverlayHost()
  return (
    <Popover.Root
      open
      onOpenChange={(_open, { event }) => {
        if (!(event.target instanceof Node && anchor.current?.contains(event.target))) onClose()
      }}
    >
      <Popover.Portal {...host}>
        <Popover.Positioner className="pop" anchor={anchor} sideOffset={6} align={align}>
          <Popover.Popup
            className={className}
            aria-label={label}
            initialFocus={false}
            finalFocus={false}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
