import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { DEFAULT_APPROVAL_LIMIT } from '#domain/payroll/approval-limit.ts'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { decimalOf, MoneyAmount, minorOf } from '#web/parts/money.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-input.tsx'

const USUAL: WireMoney = {
  currency: DEFAULT_APPROVAL_LIMIT.currency,
  amount_in_smallest_unit: Number(DEFAULT_APPROVAL_LIMIT.minor),
}

/** The sum above which approving asks for a fresh proof of who approves; owners change it. */
export function ApprovalLimitCard() {
  const t = useTranslations('identity.limit')
  const may = useMay()
  const employer = useQuery(query('getEmployer', {}))
  const [changing, setChanging] = useState(false)
  if (!employer.data) return employer.isPending ? <LoadingBlock height={120} /> : null
  const { approval_limit: own, currency } = employer.data
  return (
    <Card
      title={t('title')}
      pad
      foot={
        may('putApprovalLimit') ? (
          <Button variant="secondary" onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
        ) : undefined
      }
    >
      <p>{t.rich('above', { amount: () => <MoneyAmount of={own ?? USUAL} strong /> })}</p>
      <p className="meta t3 mt4">{t(own ? 'own' : 'usual')}</p>
      {changing && <LimitDialog own={own} currency={currency} onClose={() => setChanging(false)} />}
    </Card>
  )
}

function LimitDialog({
  own,
  currency,
  onClose,
}: {
  own: WireMoney | null
  currency: string
  onClose: () => void
}) {
  const t = useTranslations('identity.limit')
  const [typed, setTyped] = useDraft({ dialog: 'limit' }, own ? decimalOf(own) : '')
  const [wrong, setWrong] = useState('')
  const save = useCall('putApprovalLimit', {
    refresh: ['getEmployer', 'getCycle'],
    failed: t('failed'),
    onSuccess: () => {
      openAlert(t('changed'), { severity: 'success' })
      onClose()
    },
  })
  const submit = () => {
    const minor = minorOf(typed, currency)
    if (minor === undefined) setWrong(t('wrong'))
    else save.mutate({ body: { amount: { currency, amount_in_smallest_unit: minor } } })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      keepOnOutsidePress
      footer={
        <>
          {own && (
            <Button
              variant="text"
              disabled={save.isPending}
              onClick={() => save.mutate({ body: { amount: null } })}
            >
              {t('useUsual')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="approval-limit" loading={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id="approval-limit"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <NumberField
          id="approval_limit"
          label={t('label')}
          required
          decimals={exponentOf(currency)}
          suffix={currency}
          help={t('help')}
          error={wrong || save.error?.fields[0]?.msg}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setWrong('')
          }}
        />
      </form>
    </Dialog>
  )
}
