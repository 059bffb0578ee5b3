import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DEFAULT_APPROVAL_LIMIT } from '#domain/payroll/approval-limit.ts'
import { useMay } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LimitDialog } from './limit-dialog.tsx'

const USUAL: WireMoney = {
  currency: DEFAULT_APPROVAL_LIMIT.currency,
  amount_in_smallest_unit: Number(DEFAULT_APPROVAL_LIMIT.minor),
}

/** The rules of approving pay: above which sum it asks for a fresh proof, and above which it takes two people; owners change them. */
export function ApprovalLimitCard() {
  const t = useTranslations('identity.limit')
  const two = useTranslations('identity.two')
  const may = useMay()
  const employer = useQuery(query('getEmployer', {}))
  const [changing, setChanging] = useState<'limit' | 'two'>()
  if (!employer.data) return employer.isPending ? <LoadingBlock height={120} /> : null
  const { approval_limit: own, two_approvers_above: above, currency } = employer.data
  const close = () => setChanging(undefined)
  return (
    <Card title={t('title')} pad>
      <p>{t.rich('above', { amount: () => <MoneyAmount of={own ?? USUAL} strong /> })}</p>
      <p className="meta t3 mt4">{t(own ? 'own' : 'usual')}</p>
      {may('putApprovalLimit') && (
        <Button variant="text" onClick={() => setChanging('limit')}>
          {t('change')}
        </Button>
      )}
      <p className="mt16">
        {above
          ? two.rich('above', { amount: () => <MoneyAmount of={above} strong /> })
          : two('one')}
      </p>
      <p className="meta t3 mt4">{two('edits')}</p>
      {may('putTwoApprovers') && (
        <Button variant="text" onClick={() => setChanging('two')}>
          {two(above ? 'change' : 'set')}
        </Button>
      )}
      {changing === 'limit' && (
        <LimitDialog
          call="putApprovalLimit"
          {...{ own, currency, onClose: close }}
          {...{ title: t('title'), label: t('label'), help: t('help') }}
          {...{ none: t('useUsual'), changed: t('changed') }}
        />
      )}
      {changing === 'two' && (
        <LimitDialog
          call="putTwoApprovers"
          {...{ own: above, currency, onClose: close }}
          {...{ title: two('title'), label: two('label'), help: two('help') }}
          {...{ none: two('useOne'), changed: two('changed') }}
        />
      )}
    </Card>
  )
}
