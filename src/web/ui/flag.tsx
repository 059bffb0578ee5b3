import type { ReactNode } from 'react'
import './identity.css'

/** The flag of an ISO 3166-1 alpha-2 code, drawn by CSS so that it is never part of the text. Decorative. */
export function Flag({ country }: { country: string }) {
  const code = country.slice(0, 2).toUpperCase()
  if (!/^[A-Z]{2}$/u.test(code)) return null
  const flag = [...code]
    .map(letter => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0)))
    .join('')
  return <span className="flag" data-flag={flag} aria-hidden="true" />
}

/** A flag and the country's name beside it. */
export function Place({ country, children }: { country: string; children: ReactNode }) {
  return (
    <span className="place">
      <Flag country={country} />
      {children}
    </span>
  )
}
