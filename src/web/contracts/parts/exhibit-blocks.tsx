/** An exhibit in rich text, made of the same blocks as the paper, and what changed in it. Text is text here: no markup is read. */
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Card } from '#web/ui/card.tsx'

type Pages = ClientOutput<'getContractText'>
type ContractText = NonNullable<Pages['text']>
type Block = NonNullable<ContractText['exhibit']['blocks']>[number]
type Runs = Block['runs']

export function ExhibitBlocks({ of }: { of: readonly Block[] }) {
  return of.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its identity.
    <OneBlock key={at} block={block} />
  ))
}

function OneBlock({ block: { kind, level, marker, runs, rows } }: { block: Block }) {
  if (kind === 'heading') {
    const Heading = (['h3', 'h4', 'h5'] as const)[level - 1] ?? 'h5'
    return (
      <Heading className={`xh xh${level}`} dir="auto">
        <Words of={runs} />
      </Heading>
    )
  }
  if (kind === 'item')
    return (
      <p className="xitem" style={{ marginInlineStart: (level - 1) * 20 }} dir="auto">
        <span className="no">{marker}</span>{' '}
        <span>
          <Words of={runs} />
        </span>
      </p>
    )
  if (kind === 'table') return <TableOf rows={rows} />
  return (
    <p dir="auto">
      <Words of={runs} />
    </p>
  )
}

function TableOf({ rows: [head = [], ...rows] }: { rows: readonly Runs[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys as well.
    <section className="xtable" tabIndex={0} aria-label={head.map(wordsOf).join(', ')}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its identity.
              <th key={at} dir="auto">
                <Words of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: and so is a row's.
            <tr key={at}>
              {row.map((cell, of) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its identity.
                <td key={of} dir="auto">
                  <Words of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function wordsOf(runs: Runs): string {
  return runs.map(run => run.text).join('')
}

function Words({ of }: { of: Runs }) {
  return of.map((run, at) => {
    // The runs of a line have no identity but their place.
    const key = at
    if (run.as === 'break') return <br key={key} />
    if (run.as === 'strong') return <b key={key}>{run.text}</b>
    if (run.as === 'link' && run.href)
      return (
        <a key={key} href={run.href} rel="noopener noreferrer" target="_blank">
          {run.text}
        </a>
      )
    return <Fragment key={key}>{run.text}</Fragment>
  })
}

/** What the exhibit says anew, and what it said before, word by word. */
export function ExhibitChanges({ since }: { since: NonNullable<Pages['since']> }) {
  const t = useTranslations('contracts.pages')
  return (
    <Card title={t('exhibitChanged', { revision: since.revision })}>
      <p className="read changes" dir="auto">
        {since.exhibit.map(({ kind, text }, at) => {
          // What changed has no identity but its place.
          const key = at
          if (kind === 'same') return <span key={key}>{text}</span>
          return kind === 'new' ? (
            <ins key={key}>
              <span className="sr">{t('insertion')} </span>
              {text}
            </ins>
          ) : (
            <del key={key}>
              <span className="sr">{t('deletion')} </span>
              {text}
            </del>
          )
        })}
      </p>
    </Card>
  )
}
