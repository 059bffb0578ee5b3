import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useMay } from '#web/kernel/me.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { Reference } from '#web/parts/reference.tsx'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import type { MendAction, WorkItem } from '../queries.ts'
import { Confirmations, Transaction, useOnChain } from './on-chain.tsx'
import { useTold } from './use-told.ts'

const OUTCOMES = ['SENT', 'FAILED', 'UNKNOWN', 'RETURNED'] as const

/** Everything that is known of a payment that went wrong, and what may be done: the likely thing filled. */
export function WorkDetail({
  item,
  onAct,
}: {
  item: WorkItem
  onAct: (action: MendAction) => void
}) {
  const t = useTranslations('payments.work')
  const [first, ...rest] = item.allowed_actions
  const twoOf = (may: readonly MendAction[]) =>
    may.includes('left') ? t('detail.two') : may.includes('give_back') ? t('detail.maybeTwo') : ''
  return (
    <div className="stack g12">
      <Attempts item={item} />
      <OnItsChain item={item} />
      <div className="work-two">
        <section className="card pad">
          <div className="w6">{t('detail.toldTitle', { name: item.contractor_name })}</div>
          <div className="meta t2 mt4">{useTold(item)}</div>
          <div className="meta t3 mt4">{t(`detail.money.${item.money}`)}</div>
        </section>
        <Other item={item} />
      </div>
      <Records item={item} />
      <div className="row g8 between wrap">
        <span className="row g8 wrap">
          {rest.map(action => (
            <Button key={action} size="sm" variant="text" onClick={() => onAct(action)}>
              {t(`actions.${action}`)}
            </Button>
          ))}
        </span>
        {first && (
          <span className="row g12 wrap">
            <span className="meta t3">{twoOf(item.allowed_actions)}</span>
            <Button size="sm" onClick={() => onAct(first)}>
              {t(`actions.${first}`)}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

function Attempts({ item }: { item: WorkItem }) {
  const t = useTranslations('payments.work.detail')
  return (
    <div className="card clip">
      <table className="work-tries">
        <caption className="sr">{t('attempts')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('at')}</th>
            <th scope="col">{t('sentBy')}</th>
            <th scope="col">{t('answer')}</th>
            <th scope="col">{t('reference')}</th>
          </tr>
        </thead>
        <tbody>
          {item.attempts.map(one => {
            const outcome = OUTCOMES.find(of => of === one.outcome)
            return (
              <tr key={one.number}>
                <td className="nowrap">{atTime(one.ended_at ?? one.at)}</td>
                <td>
                  <bdi>{one.rail}</bdi>
                  {one.number === item.attempts.length && (
                    <div className="meta t3">
                      <bdi>{t('to', { destination: item.destination })}</bdi>
                    </div>
                  )}
                </td>
                <td>
                  <span className="w5">{outcome ? t(`outcomes.${outcome}`) : t('none')}</span>
                  {one.reason && (
                    <div className="meta t2">
                      <bdi>{one.reason}</bdi>
                    </div>
                  )}
                </td>
                <td>
                  <Reference of={one.reference ?? ''} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Of what left by a chain and is not what was recorded, where it stands by now. */
function OnItsChain({ item }: { item: WorkItem }) {
  const onChain = useOnChain([{ ...item, outside: false }])(item.payment_uuid)
  if (!onChain) return null
  return (
    <section className="card pad">
      <Transaction of={onChain} copied />
      <Confirmations of={onChain} />
    </section>
  )
}

function Other({ item }: { item: WorkItem }) {
  const t = useTranslations('payments.work.detail')
  const { mended, amount } = item
  const ahead = mended !== null && !mended.open
  return (
    <section className="card pad">
      <div className="row g8 between">
        <span className="w6">{t('other')}</span>
        {mended && !ahead && <StatusChip tone="ok">{t('open')}</StatusChip>}
      </div>
      {mended ? (
        <>
          <div className="mt4">
            <bdi>{mended.label}</bdi>
          </div>
          <div className="meta t3 mt4">
            {ahead ? t('opens', { at: atTime(mended.opens_at) }) : ''}{' '}
            {t(mended.since_wrong ? 'since' : 'before')}
          </div>
        </>
      ) : (
        <div className="meta t3 mt4">{t('noOther', { currency: amount.currency })}</div>
      )}
    </section>
  )
}

/** What was written down by hand, with its document for who may open it. */
function Records({ item }: { item: WorkItem }) {
  const t = useTranslations('payments.work.detail')
  const may = useMay()('getPaymentProof')
  if (item.records.length === 0) return null
  return (
    <section className="card pad">
      <div className="w6">{t('records')}</div>
      <ul className="stack g8 mt4">
        {item.records.map(record => (
          <li key={record.record_uuid} className="row g12 between wrap">
            <span className="grow meta t2">
              <bdi>{record.words}</bdi> <Reference of={record.reference} />{' '}
              {record.happened_on && t('happened', { date: formatDate(record.happened_on) })}{' '}
              <span className="t3">
                {t('recordedBy', { by: record.by, at: atTime(record.at) })}
              </span>
            </span>
            {record.proof && may && (
              <SaveButton file="getPaymentProof" input={{ params: { id: record.record_uuid } }}>
                {t('proof')}
              </SaveButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
