import { Dialog as Base } from '@base-ui/react/dialog'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { NoOverlayHost } from './overlay-host.tsx'
import './overlay.css'

/** Props of Dialog. `onClose` hears the close button, Escape and a press outside. */
export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  lead?: ReactNode
  footer?: ReactNode
  wide?: boolean | undefined
  /** A press outside does not close it: for forms that hold typed work. */
  keepOnOutsidePress?: boolean | undefined
  /** What has the focus first; without it what comes first, which is the close button. */
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus'] | undefined
  children?: ReactNode
}

/** What is said above a dialog is closed by itself. */
function isOnAlert({ target }: Event): boolean {
  return target instanceof Element && target.closest('.alerts') !== null
}

/** A modal dialog of 480 px (`wide`: 720): focus is trapped and given back, the page behind is inert. */
export function Dialog({
  open,
  onClose,
  title,
  lead,
  footer,
  wide,
  keepOnOutsidePress = false,
  initialFocus,
  children,
}: DialogProps) {
  const t = useTranslations('ui.dialog')
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason, event }) => {
        // The second of two quick presses is none of its own: the first opened this, and it would go before anybody saw it.
        const again = 'detail' in event && typeof event.detail === 'number' && event.detail > 1
        if (!next && !(reason === 'outside-press' && (again || isOnAlert(event)))) onClose()
      }}
      disablePointerDismissal={keepOnOutsidePress}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-view">
          <Base.Popup
            className={cx('dialog', wide && 'wide')}
            {...(initialFocus ? { initialFocus } : {})}
          >
            <div className="hd">
              <div className="grow">
                <Base.Title className="h3">{title}</Base.Title>
                {lead !== undefined && (
                  <Base.Description className="lead" render={<div />}>
                    {lead}
                  </Base.Description>
                )}
              </div>
              <IconButton icon="close" label={t('close')} onClick={onClose} />
            </div>
            <NoOverlayHost>
              <div className="bd">{children}</div>
              {footer !== undefined && <div className="ft">{footer}</div>}
            </NoOverlayHost>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
