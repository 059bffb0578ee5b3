/** What other rooms show of the checks: the card on the operators' home. */
import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useCheck } from './parts/use-check.ts'
import './parts/checks.css'

type Checks = ClientOutput<'getChecks'>

/** Whether the rails stand still for what the check found, or for its silence. */
export function isStopped({ state }: Pick<Checks, 'state'>): boolean {
  return state === 'BROKEN' || state === 'ASLEEP'
}

/** Whether everything holds that must always be true, when it was last looked at, and a way to have it looked at now. */
export function ChecksCard({ linked = true }: { linked?: boolean }) {
  const t = useTranslations('verification.state')
  const { found, checkNow, isRunning, isLate } = useCheck()
  if (!found.data) return null
  const { state, minutes_ago: minutes, broken, laws } = found.data
  const said = { broken, count: laws.length, holding: laws.length - broken }
  const stopped = isStopped(found.data)
  return (
    <Card pad className={cx('checks', stopped && 'stopped')}>
      <div className="row g12">
        <span className="tile" aria-hidden="true">
          <Icon name={stopped ? 'warning' : 'shield'} size={18} />
        </span>
        <div className="grow" aria-live="polite">
          <h2 className="h4">{t(`title.${state}`, said)}</h2>
          {minutes !== null && <p className="meta t3">{t('ago', { minutes })}</p>}
        </div>
      </div>
      <p className="meta t2 mt12">{isLate ? t('late') : t(`text.${state}`, said)}</p>
      <div className="row between g12 wrap mt16">
        {linked && (
          <Link href="/operations/checks" className="meta">
            {t('what')}
          </Link>
        )}
        <Button variant="secondary" size="sm" icon="refresh" loading={isRunning} onClick={checkNow}>
          {t('now')}
        </Button>
      </div>
    </Card>
  )
}
