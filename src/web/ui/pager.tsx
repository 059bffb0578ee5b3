import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import './table.css'

/** Keyset paging under a table: what is shown, and Previous and Next; a side without a handler is disabled. */
export function Pager({
  children,
  onPrevious,
  onNext,
  loading = false,
  label,
}: {
  children?: ReactNode
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  loading?: boolean | undefined
  /** What it is called where a page has several. */
  label?: string | undefined
}) {
  const t = useTranslations('ui.pager')
  return (
    <nav className="pager" aria-label={label ?? t('label')}>
      <span aria-live="polite">{children}</span>
      <span className="row g8">
        <Button
          variant="secondary"
          size="sm"
          disabled={!onPrevious || loading}
          onClick={onPrevious}
        >
          {t('previous')}
        </Button>
        <Button variant="secondary" size="sm" disabled={!onNext || loading} onClick={onNext}>
          {t('next')}
        </Button>
      </span>
    </nav>
  )
}
