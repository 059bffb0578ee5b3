import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { needsWords } from '#domain/screening/screening-hit.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { Hit } from '../queries.ts'

type Action = Hit['allowed_actions'][number]

/** The answers that the reader may give, with their words. It names the match as it is seen here. */
export function HitAnswer({ hit }: { hit: Hit }) {
  const t = useTranslations('screening.answer')
  const [action, setAction] = useState<Action>()
  const [words, setWords, sent] = useDraft(`hit-${hit.hit_uuid}`, '')
  const [missing, setMissing] = useState<'answer' | 'words'>()
  const decide = useCall('decideHit', {
    refresh: [
      ...(['listHits', 'getWaiting', 'listUnpaid', 'getChecklist'] as const),
      // Nobody is verified while a match is open.
      ...(['getOperationsContractor', 'getOperationsEmployer'] as const),
    ],
    onSuccess: () => {
      sent()
      setWords('')
      if (action) openAlert(t(`done.${action}`), { severity: 'success' })
      setAction(undefined)
    },
  })
  const send = () => {
    const said = words.trim()
    if (!action) return setMissing('answer')
    if (needsWords(action) && said === '') return setMissing('words')
    setMissing(undefined)
    decide.mutate({
      params: { id: hit.hit_uuid },
      body: { action, version: hit.version, words: said },
    })
  }
  return (
    <form
      className="stack g12"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <RadioCards<Action>
        legend={t('legend')}
        legendHidden
        value={action}
        onChange={setAction}
        cards={hit.allowed_actions.map(value => ({
          value,
          label: t(value),
          sub: t(`${value}Text`),
        }))}
      />
      {missing === 'answer' && !action && <Say kind="blocked">{t('missingAnswer')}</Say>}
      <TextField
        id={`words-${hit.hit_uuid}`}
        label={t('words')}
        required={action === undefined || needsWords(action)}
        maxLength={500}
        help={t('help')}
        value={words}
        error={missing === 'words' && words.trim() === '' && t('missingWords')}
        onChange={event => setWords(event.target.value)}
      />
      <div>
        <Button type="submit" loading={decide.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
