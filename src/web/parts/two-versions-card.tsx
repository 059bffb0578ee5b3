import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Say } from '#web/ui/say.tsx'

/** One field as it is saved by now, and as it stands in the form; without both it is said that they differ. */
export type VersionRow = {
  readonly term: string
  readonly theirs?: string | undefined
  readonly mine?: string | undefined
}

/** Says that a form was saved elsewhere since it was opened, and what differs, and asks which one stays: nothing that was typed is lost before. */
export function TwoVersionsCard({
  rows,
  onTheirs,
  onMine,
}: {
  rows: readonly VersionRow[]
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('parts.versions')
  const box = useRef<HTMLDivElement>(null)
  // Who pressed the button at the end of a long form is led to what is asked at its head.
  useEffect(() => box.current?.focus(), [])
  const said = (text: string) => () => <bdi>{text || t('empty')}</bdi>
  return (
    <div ref={box} className="stack g8" role="alert" tabIndex={-1}>
      <Say kind="unusual">{t('changed')}</Say>
      <DefinitionRows
        facts
        rows={rows.map(({ term, theirs, mine }) => ({
          id: term,
          term,
          value:
            theirs === undefined || mine === undefined ? (
              t('differs')
            ) : (
              <div className="stack">
                <span>{t.rich('saved', { value: said(theirs) })}</span>
                <span>{t.rich('here', { value: said(mine) })}</span>
              </div>
            ),
        }))}
      />
      <span className="row g8 wrap">
        <Button variant="secondary" onClick={onTheirs}>
          {t('theirs')}
        </Button>
        <Button variant="secondary" onClick={onMine}>
          {t('mine')}
        </Button>
      </span>
    </div>
  )
}
