import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import './parts.css'

/** A few steps in one line; those before `current` are done. On phones only the current one keeps its word. */
export function Stepper({
  label,
  steps,
  current,
}: {
  label: string
  steps: readonly string[]
  current: number
}) {
  const t = useTranslations('ui.steps')
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, at) => (
        <li
          key={step}
          className={cx(at === current && 'on', at < current && 'done')}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className="dot" aria-hidden="true">
            {at < current ? <Icon name="check" size={14} /> : at + 1}
          </span>
          <span className="word">
            {at < current
              ? t.rich('done', { step, quiet: said => <span className="sr">{said}</span> })
              : step}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** How far something is, as a row of short bars with the count for screen readers. */
export function StepDots({ label, total, done }: { label: string; total: number; done: number }) {
  return (
    <div className="row g4" role="img" aria-label={label}>
      {Array.from({ length: total }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are a count.
          key={at}
          className="key"
          style={{
            width: 28,
            height: 4,
            background: at < done ? 'var(--primary)' : 'var(--skeleton)',
          }}
        />
      ))}
    </div>
  )
}
