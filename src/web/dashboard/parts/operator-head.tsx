import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useMay } from '#web/kernel/me.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import type { Waits } from './operator-waits.tsx'

/** What is wrong first and in red, in the order of what waits below; then what leaves today, as a sentence with one figure. */
export function OperatorHead({ waits }: { waits: Waits }) {
  const t = useTranslations('dashboard.operator')
  const may = useMay()('bulkExecute')
  const { checklist, wrong, late } = waits
  const { ready_payments: count, ready_totals } = checklist
  const day = formatDateLong(checklist.pay_date)
  const amounts = () => <MoneyList of={ready_totals} />
  const first = Math.min(...checklist.ready.flatMap(({ cut_off }) => cut_off?.minutes ?? []))
  const hour = () =>
    Number.isFinite(first) && t('cutOff', { hours: Math.floor(first / 60), minutes: first })
  const actions = count > 0 && (
    <LinkButton href="/operations/transactions/checklist" icon="send">
      {t(may ? 'move' : 'look')}
    </LinkButton>
  )
  const ready = t(may ? 'ready' : 'readyOther', { count, late: checklist.late?.payments ?? 0 })
  const lost = wrong.reduce((sum, { payments }) => sum + payments, 0)
  const due = late.cycles.length + late.more
  const worst = useWorst(waits, { lost, due, ready })
  if (worst) {
    const rest = {
      lost: worst.told === 'lost' ? 0 : lost,
      due: worst.told === 'due' ? 0 : due,
    }
    return (
      <PageHead
        wrong
        title={worst.title}
        lead={<span>{t.rich('wrongLead', { day, count, amounts, hour, ...rest })}</span>}
        actions={actions}
      />
    )
  }
  if (count > 0)
    return (
      <PageHead
        title={ready}
        lead={<span>{t.rich('readyLead', { day, count, amounts, hour })}</span>}
        actions={actions}
      />
    )
  if (checklist.files) {
    const { count: files, totals } = checklist.files
    const sums = () => <MoneyList of={totals} />
    return (
      <PageHead
        title={t('files', { count: files })}
        lead={<span>{t.rich('filesLead', { day, amounts: sums })}</span>}
      />
    )
  }
  if (late.unconfirmed) {
    const sent = late.unconfirmed.payments
    return (
      <PageHead title={t('unconfirmed', { count: sent })} lead={t('unconfirmedLead', { day })} />
    )
  }
  return <PageHead title={t('quiet')} lead={t('quietLead', { day })} />
}

type Worst = { readonly told: 'lost' | 'due' | 'ready'; readonly title: string }

/** Of what is wrong with pay what the table below has first: what was not sent in time, which one press mends, then what cannot leave, then what did not arrive, for which most often its contractor acts. */
function useWorst(
  { checklist, wrong, late }: Waits,
  { lost, due, ready }: { lost: number; due: number; ready: string },
): Worst | undefined {
  const t = useTranslations('dashboard.operator')
  const [kind, ...others] = wrong
  const [first] = late.cycles
  if (checklist.late) return { told: 'ready', title: ready }
  if (first) {
    const days = first.pay_state.days_late ?? 0
    const title =
      days > 0 ? t('late', { companies: late.companies_late, days }) : t('unready', { count: due })
    return { told: 'due', title }
  }
  if (!kind) return undefined
  const kinds = others.length > 0 ? 'SEVERAL' : kind.status
  return { told: 'lost', title: t('lost', { count: lost, kind: kinds }) }
}
