import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import './chip.css'

/** Green done, amber held, red someone must act, theme tint under way, grey closed, hollow waiting for a person. */
export type Tone = 'ok' | 'warn' | 'err' | 'run' | 'off' | 'hollow'

/** A status as a dot and a word on a tint, so that colour never speaks alone. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={cx('chip', tone !== 'off' && `c-${tone}`)}>{children}</span>
}
