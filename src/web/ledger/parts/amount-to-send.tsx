import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount, minorOf, moneyText } from '#web/parts/money.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { monthDay, shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { PlainAmount } from './plain-amount.tsx'
import { type ToSend, upTo } from './up-to.ts'

type Notice = ClientOutput<'getWaysToFund'>['notices'][number]

const OTHER = 'other'
/** What says how much is short, and how much of that is on its way. */
const REFRESHED = ['getWaysToFund', 'getFirstPay', 'listCycles', 'getCycle'] as const

/** How much to send, for which pay date; that it was sent; and what is on its way already. */
export function AmountToSend({
  currency,
  toSend,
  sent,
}: {
  currency: string
  toSend: readonly ToSend[]
  sent: readonly Notice[]
}) {
  const t = useTranslations('ledger.send')
  const today = useToday()
  const [chosen, setChosen] = useState(toSend.find(({ left }) => left)?.id ?? OTHER)
  const [typed, setTyped] = useDraft(`send ${currency}`, '')
  const [day, setDay] = useState<string>()
  const wrong = useRefusal({ amount_in_smallest_unit: typed, sent_on: day, chosen })
  const announce = useCall('announceFunding', {
    refresh: REFRESHED,
    onSuccess: () => {
      setTyped('')
      wrong.clear()
      // What was just announced is not offered to be sent again.
      setChosen(OTHER)
    },
    onProblem: wrong.hear,
  })
  const options = upTo(toSend)
  const option = options.find(({ id }) => id === chosen)
  const minor = option ? option.send.amount_in_smallest_unit : minorOf(typed, currency)
  const submit = () => {
    const example = formatMinor(123_456n, exponentOf(currency))
    if (!minor) return wrong.say({ amount_in_smallest_unit: t('badAmount', { example }) })
    announce.mutate({
      body: { currency, amount_in_smallest_unit: minor, sent_on: day ?? today },
    })
  }
  return (
    <Card title={t('title')} pad>
      <form
        className="stack g16"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {wrong.whole && <ErrorBox>{wrong.whole}</ErrorBox>}
        {toSend.length === 0 && <p className="meta t2">{t('nothing', { currency })}</p>}
        {toSend.length > 0 && (
          <RadioCards
            legend={t('title')}
            legendHidden
            value={chosen}
            onChange={setChosen}
            cards={[
              ...options.map(({ id, pay_date, fund_by, send, left, more }) => ({
                value: id,
                label: t(more ? 'until' : options.length > 1 ? 'only' : 'for', {
                  date: monthDay(pay_date),
                }),
                sub: left ? t('by', { date: shortDate(fund_by) }) : t('onWay'),
                end: <PlainAmount of={send} />,
              })),
              { value: OTHER, label: t('other') },
            ]}
          />
        )}
        {!option && (
          <NumberField
            id="amount"
            label={t('amount', { currency })}
            required
            decimals={exponentOf(currency)}
            value={typed}
            onChange={event => setTyped(event.target.value)}
            error={wrong.of('amount_in_smallest_unit')}
          />
        )}
        {option?.left && (
          <p className="row g8 between">
            <span className="t2">{t('sum')}</span>
            <MoneyAmount of={option.send} size="lg" strong />
          </p>
        )}
        <DateField
          id="sent_on"
          label={t('on')}
          required
          value={day ?? today}
          max={today}
          onChange={setDay}
          error={wrong.of('sent_on')}
        />
        <Button type="submit" size="lg" loading={announce.isPending}>
          {t('submit')}
        </Button>
        <p className="meta t3">{t('hint')}</p>
      </form>
      {sent.length > 0 && <OnItsWay sent={sent} />}
    </Card>
  )
}

function OnItsWay({ sent }: { sent: readonly Notice[] }) {
  const t = useTranslations('ledger.send')
  const back = useCall('withdrawFundingNotice', { refresh: REFRESHED })
  return (
    <section className="pay-in-sent" aria-label={t('onWay')}>
      <h3 className="h4">{t('onWay')}</h3>
      <ul className="plain-rows">
        {sent.map(({ notice_uuid, amount, sent_on, announced_by }) => (
          <li key={notice_uuid} className="row g12 between wrap">
            <span className="grow">
              <MoneyAmount of={amount} strong />
              <span className="meta t3 block">
                {t('sentOn', { date: shortDate(sent_on), name: announced_by })}
              </span>
            </span>
            <Button
              size="sm"
              variant="text"
              loading={back.isPending && back.variables?.params.id === notice_uuid}
              aria-label={t('backOf', { amount: moneyText(amount) })}
              onClick={() => back.mutate({ params: { id: notice_uuid } })}
            >
              {t('back')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
