import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate, isCalendarDate } from '#domain/kernel/plain-date.ts'
import { countryName } from '#web/parts/places.ts'
import { atTime, monthAndYear } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Hit } from '../queries.ts'
import { HitAnswer } from './hit-answer.tsx'

type Reason = Hit['reasons'][number]
type Side = Hit['subject']

const TONES: Readonly<Record<Hit['status'], Tone>> = {
  OPEN: 'warn',
  CLAIMED: 'err',
  CONFIRMED: 'err',
  CLEARED: 'ok',
  LAPSED: 'off',
}
const AGREES: Readonly<Record<Reason['agrees'], Tone>> = {
  same: 'err',
  similar: 'warn',
  differs: 'ok',
  unknown: 'off',
}

/** One possible match: what is ours, what is on the list, which fields agree, and the answers that are the reader's to give. */
export function HitCard({ hit }: { hit: Hit }) {
  const t = useTranslations('screening.hit')
  const { party, list, entry } = hit
  return (
    <Card
      title={<bdi>{hit.subject.names[0] ?? hit.subject.wallets?.[0]}</bdi>}
      note={<StatusChip tone={TONES[hit.status]}>{t(`status.${hit.status}`)}</StatusChip>}
      clip
    >
      <div className="hit-lines meta t2">
        <span>
          {t(`kind.${hit.subject_kind}`)}{' '}
          {hit.subject_kind !== 'contractor' &&
            t.rich('of', { name: () => <bdi>{party.name}</bdi> })}
        </span>
        <span className="w6">{t('score', { score: hit.score, from: hit.asked_from })}</span>
        <span>{t('payments', { count: party.payments })}</span>
        <span className="t3">{t('found', { at: atTime(hit.found_at) })}</span>
      </div>
      <Comparison hit={hit} />
      <div className="hit-foot stack g12">
        <div className="meta t3">
          <bdi>{t('list', { source: list.source, version: list.version, id: entry.entry_id })}</bdi>
          {entry.programs.length + entry.topics.length > 0 && (
            <>
              {' · '}
              {t('topics')}: <bdi>{[...entry.programs, ...entry.topics].join(', ')}</bdi>
            </>
          )}
        </div>
        <Said hit={hit} />
        {hit.allowed_actions.length > 0 && <HitAnswer hit={hit} />}
      </div>
    </Card>
  )
}

function Comparison({ hit: { subject, entry, reasons } }: { hit: Hit }) {
  const t = useTranslations('screening.hit')
  return (
    <table className="hit-table" aria-label={t('comparison')}>
      <thead>
        <tr>
          <th scope="col">{t('column.field')}</th>
          <th scope="col">{t('ours')}</th>
          <th scope="col">{t('theirs')}</th>
          <th scope="col">{t('column.agrees')}</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ field, agrees, points }) => (
          <tr key={field}>
            <th scope="row">{t(`field.${field}`)}</th>
            <td data-of={t('ours')}>{values(subject, field) ?? t('unknown')}</td>
            <td data-of={t('theirs')}>{values(entry, field) ?? t('unknown')}</td>
            <td>
              <span className="row g8">
                <StatusChip tone={AGREES[agrees]}>{t(`agrees.${agrees}`)}</StatusChip>
                {points !== 0 && (
                  <span className="meta t3 nowrap">
                    {t('points', { points }).replace('-', '−')}
                  </span>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A day of birth as far as it is known: the list may say its month or its year alone. */
function birthText(date: string): string {
  if (isCalendarDate(date)) return formatDate(date)
  return /^\d{4}-\d{2}$/.test(date) ? monthAndYear(`${date}-01`) : date
}

function values(side: Side, field: Reason['field']): ReactNode {
  const of = {
    name: side.names,
    birth_date: side.birth_dates.map(birthText),
    country: side.countries.map(countryName),
    registration_number: side.registration_numbers,
    wallet: side.wallets ?? [],
  }[field]
  return of.length === 0
    ? null
    : of.map(value => (
        <bdi key={value} className="hit-value">
          {value}
        </bdi>
      ))
}

function Said({ hit: { status, claimed, decided, words } }: { hit: Hit }) {
  const t = useTranslations('screening.hit')
  const name = (by: { name: string; is_me: boolean }) => () => (
    <bdi>{by.is_me ? t('you') : by.name}</bdi>
  )
  if (!claimed && !decided && words === '') return null
  return (
    <Say kind={status === 'CLEARED' ? 'done' : 'unusual'}>
      {claimed &&
        (claimed.is_me && status === 'CLAIMED'
          ? t('claimedYou', { at: atTime(claimed.at) })
          : t.rich('claimed', { name: name(claimed), at: atTime(claimed.at) }))}{' '}
      {decided &&
        (status === 'CONFIRMED' || status === 'CLEARED') &&
        t.rich(`decided.${status}`, { name: name(decided), at: atTime(decided.at) })}{' '}
      {words !== '' && <bdi>{t('words', { words })}</bdi>}
    </Say>
  )
}
