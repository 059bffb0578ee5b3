import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import {
  closeAlert,
  type OpenAlert,
  onAlertsChange,
  openAlerts,
  type Severity,
} from './alert-bus.ts'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import './overlay.css'

const icons: Record<Severity, readonly [IconName, string]> = {
  success: ['done', 'ok'],
  info: ['info', 't2'],
  error: ['error', 'err'],
  warning: ['warning', 'warn'],
}

/** One alert as it looks, without a timer: for the stack below and for the gallery. */
export function AlertCard({ alert, onClose }: { alert: OpenAlert; onClose: () => void }) {
  const t = useTranslations('ui.alert')
  const [icon, tone] = icons[alert.severity]
  const urgent = alert.severity === 'error' || alert.severity === 'warning'
  return (
    <div className="alert" role={urgent ? 'alert' : 'status'}>
      <span className={tone}>
        <Icon name={icon} />
      </span>
      <div className="grow">
        {alert.message}
        {alert.beneath && <p className="meta t2">{alert.beneath}</p>}
      </div>
      {alert.dismissible && (
        <IconButton icon="close" size="xs" label={t('close')} onClick={onClose} />
      )}
    </div>
  )
}

function TimedAlert({ alert }: { alert: OpenAlert }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || alert.duration_ms === 0) return
    const timer = setTimeout(() => closeAlert(alert.id), alert.duration_ms)
    return () => clearTimeout(timer)
  }, [alert, held])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading or pointing at an alert only stops its clock.
    <div
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <AlertCard alert={alert} onClose={() => closeAlert(alert.id)} />
    </div>
  )
}

/**
 * The place where alerts appear, 10 % from the top, below 900 px from below, centred, above everything, an open dialog and its scrim too.
 * Rendered once.
 */
export function Alerts() {
  const alerts = useSyncExternalStore(onAlertsChange, openAlerts)
  return createPortal(
    // Each alert is read by itself; what has `aria-live` a dialog does not hide from screen readers.
    <div className="alerts" aria-live="off">
      {alerts.map(alert => (
        <TimedAlert key={alert.id} alert={alert} />
      ))}
    </div>,
    document.body,
  )
}
