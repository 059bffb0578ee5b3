import { useTranslations } from 'use-intl'
import { isKept } from '#domain/payments/lost.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import type { NextPay, PaymentPart } from '../queries.ts'
import { arriving } from './part-words.ts'

const METHODS = '/contractor/payment-methods'

/** What did not arrive and is kept for its contractor until another account is named; what something else keeps back says so itself. */
export function keptParts(pays: readonly NextPay[]): PaymentPart[] {
  return pays
    .filter(({ blockers }) => blockers.length === 0)
    .flatMap(pay => pay.parts.filter(part => isKept(part.status)))
}

/** What did not arrive and is kept, with the way out, of every pay at once. */
export function KeptPays({ pays }: { pays: readonly NextPay[] }) {
  const t = useTranslations('payments.kept')
  const tStep = useTranslations('payroll.pay.steps')
  const kept = keptParts(pays)
  const next = pays.find(pay => keptParts([pay]).length > 0)?.pay_state.says.next
  if (!next) return null
  return (
    <NextStep
      tone="warn"
      icon={<StepIcon name="shield" />}
      title={t.rich('title', { amount: () => <MoneyList of={kept.map(arriving)} /> })}
      action={<LinkButton href={next.link}>{tStep(next.step)}</LinkButton>}
    >
      {t('text')}
    </NextStep>
  )
}

/** Where another account takes the place of the one at which it did not arrive. */
export function wayOut({ destination_uuid }: Pick<PaymentPart, 'destination_uuid'>): string {
  return destination_uuid ? `${METHODS}/replace/${destination_uuid}` : METHODS
}
