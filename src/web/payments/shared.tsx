import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { atTime } from '#web/parts/times.ts'
import { Figures } from '#web/ui/amount.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { Link } from '#web/ui/link.tsx'
import { Tag } from '#web/ui/pill.tsx'
import { Say } from '#web/ui/say.tsx'
import { said } from '#web/words/said.ts'
import { heightOnChain, mayBeOnChain } from './parts/may-be-on-chain.ts'
import type { Blocker, PaymentPart, PaymentStatus } from './queries.ts'

export { SimulatedNote } from '#web/parts/simulated-note.tsx'
export { KeptPays, keptParts } from './parts/kept-pays.tsx'
export { useMyPayBrief, useMyPayWords } from './parts/my-pay-words.tsx'
export { NetworkIcon, networkMark } from './parts/network.tsx'
export { Confirmations, type OnChain, Transaction, useOnChain } from './parts/on-chain.tsx'
export { arriving, difference, isLate, partId, shareOf, usePartWords } from './parts/part-words.ts'
export { ReadyRails } from './parts/rail-tables.tsx'
export type { NextPay, PaymentPart, Payslip } from './queries.ts'

const LaterOnChain = lazy(() =>
  import('./parts/parts-on-chain.tsx').then(part => ({ default: part.PartsOnChain })),
)
/** Of the parts of a pay those that left by a chain, each with its transaction; its scripts come later, and what stands below waits where it will be. */
export function PartsOnChain({ parts }: { parts: readonly PaymentPart[] }) {
  // What is simulated stands on no chain.
  const those = parts.filter(part => !part.simulated && mayBeOnChain(part))
  if (those.length === 0) return null
  return (
    <Suspense fallback={<div style={{ height: heightOnChain(those.length) }} />}>
      <LaterOnChain parts={those} />
    </Suspense>
  )
}

/** Marks a payment that was only simulated. */
export function SimulatedTag() {
  const t = useTranslations('payments.tag')
  return <Tag>{t('simulated')}</Tag>
}

/** Marks what others than Corridor paid, and what went back to its employer; nothing of the rest. */
export function ByHandTag({
  of: { outside, given_back },
}: {
  of: { readonly outside: boolean; readonly given_back: boolean }
}) {
  const t = useTranslations('payments.tag')
  if (!outside && !given_back) return null
  return <Tag>{t(outside ? 'outside' : 'givenBack')}</Tag>
}

const TONES: Readonly<Record<PaymentStatus, Tone>> = {
  SCHEDULED: 'hollow',
  HELD: 'warn',
  FROZEN: 'warn',
  EXECUTING: 'run',
  SENT: 'run',
  SETTLED: 'ok',
  FAILED: 'err',
  UNKNOWN: 'err',
  RETURNED: 'err',
  CANCELLED: 'off',
}

/** A payment's status as a dot and a word. */
export function PaymentStatusChip({ status }: { status: PaymentStatus }) {
  const t = useTranslations('payments.status')
  return <StatusChip tone={TONES[status]}>{t(status)}</StatusChip>
}

/** The role that a path of the web belongs to, so that nobody is led to a page of another role. */
function leadsHome(link: string, reader: 'employer' | 'contractor' | 'operator'): boolean {
  const paths = {
    employer: ['/employer', '/dashboard/employer'],
    contractor: ['/contractor', '/dashboard/contractor'],
    operator: ['/operations'],
  }
  return paths[reader].some(path => link.startsWith(path))
}

/** The last word of a path, by which the words name what stands there. */
const placeOf = (link: string) => link.replace(/.*\/|-/g, '')

/** Says who acts and since when, or when it opens by itself; the reader is addressed where it is theirs. */
function useBlockerWords(reader: string) {
  const t = useTranslations('payments.blocker')
  // Not everyone of a company may do everything for it.
  const mine = reader === 'employer' ? 'company' : 'you'
  return ({ who, since, until }: Blocker): string => {
    if (until) return t('opens', { at: atTime(until) })
    const actor = who === reader.toUpperCase() ? mine : who
    return since ? t(`actsSince.${actor}`, { at: atTime(since) }) : t(`acts.${actor}`)
  }
}

/** Says why a payment does not leave, or what was refused. */
export function useReason(): (answer: Pick<Blocker, 'reason' | 'said'>) => string {
  const t = useTranslations('payments.blockers')
  return ({ reason, said: text }) => said(t, text, reason)
}

/** Every reason why a payment does not leave, with who acts and until when; the link only where the reader may go. */
export function BlockerList({
  blockers,
  reader,
}: {
  blockers: readonly Blocker[]
  reader: 'employer' | 'contractor' | 'operator'
}) {
  const t = useTranslations('payments.blocker')
  const words = useBlockerWords(reader)
  const reasonOf = useReason()
  return (
    <ul className="stack g8">
      {blockers.map(blocker => (
        <li key={`${blocker.code} ${blocker.reason}`}>
          <Say
            kind={blocker.who === 'NOBODY' ? 'note' : 'blocked'}
            {...(blocker.who === 'NOBODY' ? { icon: 'clock' as const } : { word: t('word') })}
            {...(leadsHome(blocker.link, reader)
              ? {
                  to: <Link href={blocker.link}>{t('go', { place: placeOf(blocker.link) })}</Link>,
                }
              : {})}
          >
            <bdi>
              <Figures text={reasonOf(blocker)} />
            </bdi>{' '}
            {words(blocker)}
          </Say>
        </li>
      ))}
    </ul>
  )
}
