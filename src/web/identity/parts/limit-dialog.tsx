import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { decimalOf, minorOf } from '#web/parts/money.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { NumberField } from '#web/ui/number-input.tsx'

/** Asks for the sum above which approving asks for a fresh proof, or takes the company's own away. */
export function LimitDialog({
  own,
  currency,
  onClose,
}: {
  own: WireMoney | null
  currency: string
  onClose: () => void
}) {
  const t = useTranslations('identity.limit')
  const [typed, setTyped] = useDraft({ dialog: 'putApprovalLimit' }, own ? decimalOf(own) : '')
  const wrong = useRefusal({ amount: typed })
  const { seen, isOther, hear, close } = useSeenVersion(own, ['getEmployer'])
  const save = useCall('putApprovalLimit', {
    refresh: ['getEmployer', 'getCycle', 'getLineItem'],
    failed: t('failed'),
    onSuccess: () => {
      openAlert(t('changed'), { severity: 'success' })
      onClose()
    },
    onProblem: problem => hear(problem) || wrong.hearFields(problem),
  })
  const put = (amount: WireMoney | null, over: WireMoney | null) => {
    close(over)
    save.mutate({ body: { amount, seen: over } })
  }
  const submit = (over: WireMoney | null) => {
    const minor = minorOf(typed, currency)
    if (minor === undefined) wrong.say({ amount: t('wrong') })
    else put({ currency, amount_in_smallest_unit: minor }, over)
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      submit={t('save')}
      pending={save.isPending}
      refused={wrong.whole}
      onSubmit={() => submit(seen)}
      beside={
        own && (
          <Button
            variant="text"
            disabled={save.isPending}
            onClick={() => put(null, isOther ? own : seen)}
          >
            {t('useUsual')}
          </Button>
        )
      }
    >
      {isOther && (
        <TwoVersions
          rows={[
            {
              term: t('label'),
              theirs: own ? `${decimalOf(own)} ${currency}` : t('usualOne'),
              mine: `${typed} ${currency}`,
            },
          ]}
          onTheirs={() => {
            setTyped(own ? decimalOf(own) : '')
            close(own)
          }}
          onMine={() => submit(own)}
        />
      )}
      <NumberField
        id="approval_limit"
        label={t('label')}
        required
        decimals={exponentOf(currency)}
        suffix={currency}
        help={t('help')}
        error={wrong.of('amount')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
