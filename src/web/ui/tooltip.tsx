import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { useOverlayHost } from './overlay-host.tsx'
import './overlay.css'

const touchEnterMs = 700
const touchLeaveMs = 1500

/** A short explanation on hover and focus after 100 ms; on touch after 700 ms of pressing, gone 1500 ms later. The child must be focusable. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const after = (ms: number, next: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), ms)
  }
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        render={children}
        delay={100}
        aria-describedby={open ? id : undefined}
        onTouchStart={() => after(touchEnterMs, true)}
        onTouchEnd={() => (open ? after(touchLeaveMs, false) : clearTimeout(timer.current))}
      />
      <Base.Portal {...useOverlayHost()}>
        <Base.Positioner className="tip-pos" sideOffset={6}>
          <Base.Popup className="tip" id={id} role="tooltip">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
