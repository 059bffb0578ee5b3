import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { useSaveFirst } from '#web/parts/save-first.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Figures } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Say } from '#web/ui/say.tsx'
import { said } from '#web/words/said.ts'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { LineItemView } from './pay-chips.tsx'

export type ItemParams = { policy_uuid: string; cycle_uuid: string; line_item_uuid: string }

/** Approving one line item alone: what is unusual about it is acknowledged by name first, as for the whole cycle. */
export function ApproveItem({ item, params }: { item: LineItemView; params: ItemParams }) {
  const tUnusual = useTranslations('payroll.unusual')
  const t = useTranslations('payroll.approveItem')
  const kept = useTranslations('payroll.approval')
  const client = useQueryClient()
  const { first: saveFirst, question } = useSaveFirst({ looks: true })
  const digest = item.approval_digest ?? ''
  // What was ticked holds for the pay that was shown, and not for another one.
  const [ticks, setTicks] = useState<{ digest: string; codes: readonly string[] }>()
  const [shortOf, setShortOf] = useState<string>()
  const [ahead, setAhead] = useState(false)
  const codes = ticks?.digest === digest ? ticks.codes : []
  const short = shortOf === digest
  const approve = useCall('approveLineItem', {
    refresh: CYCLE_CHANGES,
    onSuccess: ({ kept_as_first_yes }) =>
      openAlert(kept_as_first_yes ? kept('firstYes') : t('done', { name: item.contractor_name }), {
        severity: 'success',
      }),
    onProblem: ({ code }) => {
      if (code === 'FUNDS_SHORT') {
        setShortOf(digest)
        setAhead(false)
        return true
      }
      // It changed while it was looked at: what is shown is what can be approved.
      void client.invalidateQueries({ queryKey: ['getCycle'] })
      return false
    },
  })
  const stops = item.unusual.filter(thing => thing.stops)
  const seen = item.unusual.filter(thing => !thing.stops)
  const missing = seen.filter(({ code }) => !codes.includes(code)).length + stops.length
  return (
    <div className="stack g8 full">
      {stops.map(({ code, text, said: what }) => (
        <Say key={code} kind="blocked" word={t('stops')}>
          <Figures text={said(tUnusual, what, text)} />
        </Say>
      ))}
      {seen.map(({ code, text, said: what }) => (
        <Checkbox
          key={code}
          label={<Figures text={said(tUnusual, what, text)} />}
          checked={codes.includes(code)}
          onChange={event => {
            const others = codes.filter(one => one !== code)
            setTicks({ digest, codes: event.target.checked ? [...others, code] : others })
          }}
        />
      ))}
      {short && (
        <>
          <Say kind="blocked" word={t('short.word')}>
            {t('short.text')}
          </Say>
          <Checkbox
            label={t('ahead.label')}
            sub={t('ahead.sub')}
            checked={ahead}
            onChange={event => setAhead(event.target.checked)}
          />
        </>
      )}
      <div>
        <Button
          loading={approve.isPending}
          disabled={missing > 0 || (short && !ahead)}
          aria-label={t('approveOf', { name: item.contractor_name })}
          onClick={() =>
            saveFirst(() =>
              approve.mutate({
                params,
                body: {
                  digest,
                  ahead_of_funding: short && ahead,
                  acknowledged: codes.map(code => ({ line_item_uuid: item.line_item_uuid, code })),
                },
              }),
            )
          }
        >
          {t('approve')}
        </Button>
        {question}
      </div>
    </div>
  )
}
