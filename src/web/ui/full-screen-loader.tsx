import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LogoMark, NAME } from './logo.tsx'
import { Spinner } from './spinner.tsx'
import './overlay.css'

/** The white view with logo and spinner that stands while a screen is pending (specification 2). */
export function FullScreenLoader() {
  const t = useTranslations('ui.loader')
  return (
    <div className="cover" role="status" aria-label={t('loading')}>
      <span className="brandrow">
        <LogoMark size={28} />
        <span className="word">{NAME}</span>
      </span>
      <Spinner size={22} />
    </div>
  )
}

/** A screen with a slow start shows the loader after this long; faster ones show nothing in between. */
export const LOADER_AFTER_MS = 400

/** The same, once a screen has been pending for a while. */
export function LateLoader() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LOADER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? <FullScreenLoader /> : null
}
