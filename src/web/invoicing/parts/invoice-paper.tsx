import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate, formatDateLong, isPlainDate } from '#domain/kernel/plain-date.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortRange } from '#web/parts/times.ts'

type Side = {
  readonly name: string
  readonly address_lines: readonly string[]
  readonly tax_number?: string
}

/** What a page of an invoice shows, kept or as it is typed. */
export type Paper = {
  readonly number: string
  /** The invoice that a credit note is of. */
  readonly credits: { readonly number: string; readonly issued_on: string } | null
  readonly from: Side
  readonly to: Side | null
  readonly issued_on: string
  readonly start_date: string
  readonly end_date: string
  readonly due_date: string
  readonly items: readonly {
    readonly description: string
    readonly amount: WireMoney
    readonly tax: string | null
  }[]
  readonly net: WireMoney
  readonly tax: { readonly rate: string; readonly of: WireMoney; readonly amount: WireMoney } | null
  readonly fee: WireMoney | null
  readonly total: WireMoney
  /** Whether nothing is to be paid on it any more. */
  readonly void?: boolean
  /** Why something is not taxed; empty where that was not said. */
  readonly tax_note?: string
  readonly note: string
}

/** The page that a client gets, in small: it scales with its width, as a picture of it would. */
export function InvoicePaper({ paper }: { paper: Paper }) {
  const t = useTranslations('invoicing.paper')
  const id = useId()
  const { from, to, items, credits } = paper
  return (
    <div className="paper-room">
      <article className="paper" aria-labelledby={id}>
        <header>
          <b>
            <bdi>{from.name}</bdi>
          </b>
          <span>{t(credits ? 'credit' : 'invoice', { number: paper.number })}</span>
        </header>
        <p className="paper-title" id={id}>
          <Heading paper={paper} />
        </p>
        <p className="paper-lead">
          <When paper={paper} />
        </p>
        <div className="paper-parties">
          <PaperSide title={t('from')} of={from} />
          <PaperSide title={t('to')} of={to} />
        </div>
        <ul className="paper-items">
          {items.map((item, at) => (
            // Items have no identity but their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
            <li key={at}>
              <span className="grow">{item.description}</span>
              <span className="t3">{item.tax ?? t('none')}</span>
              <MoneyAmount of={item.amount} />
            </li>
          ))}
        </ul>
        <PaperSums paper={paper} />
        {paper.tax_note && <p className="paper-lead">{paper.tax_note}</p>}
        {paper.note && <p className="paper-lead">{paper.note}</p>}
      </article>
    </div>
  )
}

/** What is asked by when, or credited. */
function Heading({ paper: { credits, due_date, total, void: ended } }: { paper: Paper }) {
  const t = useTranslations('invoicing.paper')
  const amount = () => <MoneyAmount of={total} />
  if (credits) return t.rich('credited', { amount })
  if (isPlainDate(due_date) && !ended)
    return t.rich('due', { amount, date: formatDateLong(due_date) })
  return t.rich('undated', { amount })
}

/** For which work, or of which invoice, and of which day. */
function When({ paper: { credits, start_date, end_date, issued_on } }: { paper: Paper }) {
  const t = useTranslations('invoicing.paper')
  const date = formatDate(issued_on)
  if (credits)
    return t('takesOff', { number: credits.number, of: formatDate(credits.issued_on), date })
  if (isPlainDate(start_date) && isPlainDate(end_date))
    return t('for', { period: shortRange(start_date, end_date), date })
  return t('issued', { date })
}

function PaperSide({ title, of }: { title: string; of: Side | null }) {
  const t = useTranslations('invoicing.paper')
  return (
    <div>
      <div className="t3">{title}</div>
      {of ? (
        <>
          <b>
            <bdi>{of.name}</bdi>
          </b>
          {of.address_lines.map(line => (
            <div key={line}>{line}</div>
          ))}
          {of.tax_number && <div>{t('taxNumber', { number: of.tax_number })}</div>}
        </>
      ) : (
        <div className="t3">{t('nobody')}</div>
      )}
    </div>
  )
}

function PaperSums({ paper }: { paper: Paper }) {
  const { net, tax, fee, total, credits } = paper
  const t = useTranslations('invoicing.paper')
  const rows: readonly (readonly [string, ReactNode, WireMoney, boolean])[] = [
    ['net', t('net'), net, false],
    ...(tax
      ? [
          [
            'tax',
            t.rich('taxOf', { rate: tax.rate, of: () => <MoneyAmount of={tax.of} /> }),
            tax.amount,
            false,
          ] as const,
        ]
      : []),
    ...(fee ? [['fee', t('fee'), fee, false] as const] : []),
    ['total', t(credits ? 'creditTotal' : paper.void ? 'voidTotal' : 'total'), total, true],
  ]
  return (
    <dl className="paper-sums">
      {rows.map(([key, term, money, strong]) => (
        <div key={key} className={strong ? 'w6' : undefined}>
          <dt>{term}</dt>
          <dd>
            <MoneyAmount of={money} strong={strong} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
