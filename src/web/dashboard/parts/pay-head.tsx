import { type NextPay, useMyPayWords } from '#web/payments/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'

/** The pay that matters most, in a sentence with its amount and that of `others` of which the same is said, and what of it waits for whom; `step`: whether nothing below says what to do. */
export function PayHead({
  pay,
  others,
  step,
}: {
  pay: NextPay
  others: readonly NextPay[]
  step: boolean
}) {
  const said = useMyPayWords()(pay, others)
  return (
    <PageHead
      title={said.title}
      lead={said.lead}
      wrong={pay.pay_state.tone === 'WRONG'}
      actions={
        step && said.step ? (
          <LinkButton href={said.step.href} variant="secondary">
            {said.step.verb}
          </LinkButton>
        ) : undefined
      }
    />
  )
}
