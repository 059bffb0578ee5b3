import { useState } from 'react'
import { useMe } from '#web/kernel/me.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Ring } from '#web/ui/progress.tsx'
import './employer-home.css'

/** The set-up steps in order, folded once most are done; nothing when all are. */
export function SetUpChecklist() {
  const { steps, next } = useMe().onboarding
  const done = steps.filter(step => step.done).length
  const [asked, setAsked] = useState<boolean>()
  if (next === null) return null
  const open = asked ?? done < 4
  const step = steps.find(({ key }) => key === next)
  return (
    <section className="card" aria-label="Set-up">
      <div className="setup-head">
        <Ring
          label={`${done} of ${steps.length} steps done`}
          value={done}
          max={steps.length}
          tone="run"
        />
        <p className="grow">
          <b className="w6">
            {done} of {steps.length} set-up steps done.
          </b>{' '}
          {step && <span className="t2">Next: {lower(step.title)}.</span>}
        </p>
        <IconButton
          icon={open ? 'chevron-up' : 'chevron-down'}
          label={open ? 'Hide the steps' : 'Show the steps'}
          aria-expanded={open}
          onClick={() => setAsked(!open)}
        />
      </div>
      {open && (
        <ol className="setup-steps">
          {steps.map(({ key, title, done: isDone, link }) => (
            <li key={key} className={isDone ? 'done' : undefined}>
              <span className="mark">{isDone && <Icon name="check" size={14} />}</span>
              <span className="grow">
                {title}
                {isDone && <span className="sr">, done</span>}
              </span>
              {!isDone && (
                <LinkButton href={link} size="sm" variant={key === next ? 'primary' : 'secondary'}>
                  {key === next ? 'Start' : 'Open'}
                  <span className="sr">: {title}</span>
                </LinkButton>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function lower(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}
