import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import type { ReviewSubject } from './review-subject.ts'
import type { useClaim } from './use-claim.ts'

/** Who looks at somebody: what the others see, and giving it back; or who else does and since when, and taking it over. */
export function ClaimBar({
  subject: { name, claim },
  held,
}: {
  subject: ReviewSubject
  held: ReturnType<typeof useClaim>
}) {
  const t = useTranslations('people.claim')
  const [taking, setTaking] = useState(false)
  if (!claim) return null
  if (claim.mine)
    return (
      <div className="claim mine">
        <Say
          kind="note"
          icon="user"
          word={t('mine')}
          to={
            <Button variant="text" size="sm" disabled={held.busy} onClick={held.give}>
              {t('give')}
            </Button>
          }
        >
          {t('mineText', { until: atTime(claim.until) })}
        </Say>
      </div>
    )
  return (
    <div className="claim" role="status">
      <Say
        kind="unusual"
        icon="user"
        word={t('theirs', { name: claim.name })}
        to={
          held.may && (
            <Button variant="text" size="sm" disabled={held.busy} onClick={() => setTaking(true)}>
              {t('take')}
            </Button>
          )
        }
      >
        {t('theirsText', { since: atTime(claim.since), until: atTime(claim.until) })}
      </Say>
      <ConfirmDialog
        open={taking}
        title={t('takeTitle', { name })}
        verb={t('take')}
        onConfirm={() => {
          held.take()
          setTaking(false)
        }}
        onClose={() => setTaking(false)}
      >
        <p className="t2">{t('takeText', { name: claim.name, since: atTime(claim.since) })}</p>
      </ConfirmDialog>
    </div>
  )
}
