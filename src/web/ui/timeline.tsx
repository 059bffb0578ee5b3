import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './icon.tsx'
import './parts.css'

/** One station on the way: done, where it is now, still to come, or where it failed. */
export interface TimelineStep {
  readonly id: string
  readonly title: ReactNode
  readonly sub?: ReactNode
  readonly when?: ReactNode
  readonly state: 'done' | 'now' | 'todo' | 'failed'
}

/** The path of one thing from start to end, each station with its time at the end of the line. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  const t = useTranslations('ui.timeline')
  return (
    <ol className="tl" aria-label={label}>
      {steps.map(step => (
        <li key={step.id} className={step.state}>
          <span className="pt">
            {step.state === 'done' && <Icon name="check" size={12} />}
            {step.state === 'failed' && <Icon name="close" size={12} />}
          </span>
          <div className="grow">
            <div className="hd">
              <span className="sr">{t(step.state)} </span>
              {step.title}
            </div>
            {step.sub !== undefined && <div className="meta t3">{step.sub}</div>}
          </div>
          {step.when !== undefined && <div className="meta t2 nowrap">{step.when}</div>}
        </li>
      ))}
    </ol>
  )
}
