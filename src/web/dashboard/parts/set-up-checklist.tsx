import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Ring } from '#web/ui/progress.tsx'
import './employer-home.css'

/** The set-up steps in order, folded once most are done; nothing when all are. */
export function SetUpChecklist() {
  const t = useTranslations('dashboard.setUp')
  const { steps, next } = useMe().onboarding
  const done = steps.filter(step => step.done).length
  const [asked, setAsked] = useState<boolean>()
  if (next === null) return null
  const open = asked ?? done < 4
  const step = steps.find(({ key }) => key === next)
  return (
    <section className="card" aria-label={t('title')}>
      <div className="setup-head">
        <Ring
          label={t('done', { done, all: steps.length })}
          value={done}
          max={steps.length}
          tone="run"
        />
        <p className="grow">
          <b className="w6">{t('setUpDone', { done, all: steps.length })}</b>{' '}
          {step && <span className="t2">{t('next', { step: lower(step.title) })}</span>}
        </p>
        <IconButton
          icon={open ? 'chevron-up' : 'chevron-down'}
          label={t(open ? 'hide' : 'show')}
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
                {isDone
                  ? t.rich('stepDone', {
                      step: title,
                      sr: chunks => <span className="sr">{chunks}</span>,
                    })
                  : title}
              </span>
              {!isDone && (
                <LinkButton href={link} size="sm" variant={key === next ? 'primary' : 'secondary'}>
                  {t.rich(key === next ? 'start' : 'open', {
                    step: title,
                    sr: chunks => <span className="sr">{chunks}</span>,
                  })}
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
