import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { Identity } from '#web/ui/identity.tsx'
import { Say } from '#web/ui/say.tsx'
import { Certificate } from './certificate.tsx'
import { ExhibitBlocks, ExhibitChanges } from './exhibit-blocks.tsx'
import './contract.css'

export type Pages = ClientOutput<'getContractText'>
export type ContractText = NonNullable<Pages['text']>
type Run = ContractText['between'][number]

/** The parts of a contract in the order in which they are read; each ends where its own element ends. */
export function partsOf(text: ContractText) {
  return [
    { id: 'terms', title: text.terms_title },
    { id: 'exhibit', title: text.exhibit.title },
    ...text.sections.map(({ number, title }) => ({
      id: `section-${number}`,
      title: `${number}. ${title}`,
    })),
  ]
}

function Sentence({ of }: { of: readonly Run[] }) {
  return of.map((run, at) => {
    // The runs of a sentence have no identity but their place.
    const key = at
    if (run.as === 'text') return <Fragment key={key}>{run.text}</Fragment>
    if (run.as === 'name') return <bdi key={key}>{run.text}</bdi>
    return (
      <b key={key}>
        <bdi>{run.text}</bdi>
      </b>
    )
  })
}

/** Who the two are, and whether each signed, or still may. */
export function Parties({ text, waits }: { text: ContractText; waits: boolean }) {
  const t = useTranslations('contracts.pages')
  return (
    <section className="card" aria-label={t('parties')}>
      {text.parties.map((party, at) => {
        const signed = (text.signatures[at]?.rows.length ?? 0) > 0
        return (
          <div className="party" key={party.label}>
            <div className="grow">
              <Identity
                name={party.name}
                square={at === 0}
                second={
                  <>
                    <span className="sr">{party.label} </span>
                    {party.lines.map((line, of) => (
                      <Fragment key={line}>
                        {of > 0 && ', '}
                        <bdi>{line}</bdi>
                      </Fragment>
                    ))}
                  </>
                }
              />
            </div>
            <StatusChip tone={signed ? 'ok' : waits ? 'warn' : 'off'}>
              {t(signed ? 'signed' : waits ? 'awaiting' : 'notSigned')}
            </StatusChip>
          </div>
        )
      })}
    </section>
  )
}

/** What is agreed, in a few rows; those that the revision before has otherwise stand out with what they were. */
export function Terms({ text, since }: { text: ContractText; since: Pages['since'] }) {
  const t = useTranslations('contracts.pages')
  const changed = new Map(since?.changed.map(change => [change.id, change.was]))
  return (
    <section className="card clip" id="terms" aria-labelledby="terms-head">
      <CardHead
        id="terms-head"
        note={
          since && changed.size > 0
            ? t('changedFrom', { count: changed.size, date: formatDate(since.effective_date) })
            : undefined
        }
      >
        {text.terms_title}
      </CardHead>
      <dl className="tm">
        {text.terms.map(({ id, term, value, note }) => (
          <div key={id} className={cx(changed.has(id) && 'chg')}>
            <dt>{term}</dt>
            <dd>
              <bdi>{value}</bdi>
              {changed.has(id) && <span className="new">{t('new')}</span>}
              {note && <div className="meta t3">{note}</div>}
              {changed.has(id) && since && (
                <div className="meta t3">
                  {changed.get(id)
                    ? t('was', { was: changed.get(id) ?? '', revision: since.revision })
                    : t('wasNone', { revision: since.revision })}
                </div>
              )}
            </dd>
          </div>
        ))}
        {since?.gone.map(({ term, was }) => (
          <div key={term} className="chg">
            <dt>{term}</dt>
            <dd>
              {t('gone')}
              <div className="meta t3">{t('was', { was, revision: since.revision })}</div>
            </dd>
          </div>
        ))}
      </dl>
      {since?.ends && (
        <div className="body-pad pt16">
          <Say kind="unusual">
            {t('ends', {
              revision: since.revision,
              on: formatDate(since.ends.on),
              was: since.ends.was ? formatDate(since.ends.was) : 'none',
            })}
          </Say>
        </div>
      )}
    </section>
  )
}

/** What is to be done, in the employer's words. */
export function Exhibit({ text }: { text: ContractText }) {
  const t = useTranslations('contracts.pages')
  const { title, paragraphs, blocks } = text.exhibit
  return (
    <section className="card" id="exhibit" aria-labelledby="exhibit-head">
      <CardHead id="exhibit-head">{title}</CardHead>
      <div className="read">
        {paragraphs.length === 0 && !blocks?.length && <p>{t('noExhibit')}</p>}
        {blocks && <ExhibitBlocks of={blocks} />}
        {paragraphs.map((lines, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph's place is its identity.
          <p key={at} dir="auto">
            {lines.map((line, of) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: and so is a line's.
              <Fragment key={of}>
                {of > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </p>
        ))}
      </div>
    </section>
  )
}

/** The agreement itself, clause by clause. */
export function Clauses({ text }: { text: ContractText }) {
  return (
    <section className="card" aria-labelledby="clauses-head">
      <CardHead id="clauses-head" note={text.reference}>
        {text.heading}
      </CardHead>
      <div className="read">
        <p>
          <Sentence of={text.between} />
        </p>
        <p>{text.state}</p>
        {text.sections.map(({ number, title, clauses }) => (
          <div key={number} id={`section-${number}`}>
            <h3>
              {number} {title}
            </h3>
            {clauses.map(clause => (
              <p className="clause" key={clause.number}>
                <span className="no">{clause.number}</span>{' '}
                <span>
                  <Sentence of={clause.text} />
                </span>
              </p>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

/** The PDF whose words these are, by its fingerprint, and the file itself for who wants it. */
export function TheDocument({
  pages,
  revision,
  save,
}: {
  pages: Pages
  revision: number
  /** The button that saves the file. */
  save: ReactNode
}) {
  const t = useTranslations('contracts.pages')
  const { pdf_sha256: digest, since } = pages
  return (
    <Card title={t('document.title')}>
      <div className="file">
        <div className="sheet" aria-hidden="true">
          {[70, 100, 96, 99, 64, 100, 92].map(width => (
            <i key={width + 1} style={{ width: `${width}%` }} />
          ))}
        </div>
        <div className="grow stack g8">
          <div>
            <div className="w5">{t('document.name', { revision })}</div>
            <div className="meta t3">
              {t('document.size', {
                pages: pages.pages,
                size: Math.max(1, Math.round(pages.size_bytes / 1024)),
              })}
            </div>
          </div>
          <div className="fp" title={digest}>
            {t('document.sha')}
            <br />
            {fours(digest.slice(0, 12))} … {fours(digest.slice(-12))}
          </div>
          <div>{save}</div>
        </div>
      </div>
      <div className="hold">
        <Say kind="note">{t(pages.text ? 'document.same' : 'document.fileOnly')}</Say>
        {since?.same_clauses && (
          <Say kind="note">{t('document.sameClauses', { revision: since.revision })}</Say>
        )}
      </div>
    </Card>
  )
}

function fours(text: string): string {
  return text.match(/.{4}/g)?.join(' ') ?? text
}

/** Who signed, as the signature page has it, and whose turn it is. */
export function WhoSigned({ text }: { text: ContractText }) {
  const t = useTranslations('contracts.pages')
  return (
    <Card title={t('whoSigned')}>
      {text.signatures.map(({ party, title, name, rows, missing }) => (
        <div className="hold" key={party}>
          <div className="meta t3">{title}</div>
          <div className="w5">
            <bdi>{name}</bdi>
          </div>
          {rows.length === 0 && <div className="meta t3">{missing}</div>}
          <dl className="meta">
            {rows.map(row => (
              <div key={row.term} className="mt4">
                <dt className="t3">{row.term}</dt>
                <dd className={cx(/^[0-9a-f]{64}$/.test(row.value) && 'fp')}>
                  <bdi>{row.value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </Card>
  )
}

/** All that is read before a contract is signed, the terms first; `aside` stands beside it, `children` after it. */
export function ContractPages({
  pages,
  document,
  aside,
  children,
}: {
  pages: Pages
  document: ReactNode
  aside?: ReactNode
  children?: ReactNode
}) {
  const { text, since } = pages
  return (
    <div className="contract">
      <div className="aside-grid">
        <div className="stack g20">
          {text && (
            <>
              <Parties text={text} waits={pages.waits} />
              <Terms text={text} since={since} />
              {since && since.exhibit.length > 0 && <ExhibitChanges since={since} />}
              <Exhibit text={text} />
              <Clauses text={text} />
              {text.certificate && <Certificate of={text.certificate} />}
            </>
          )}
        </div>
        <div className="stack g20">
          {document}
          {text && <WhoSigned text={text} />}
          {aside}
        </div>
      </div>
      {children}
    </div>
  )
}
