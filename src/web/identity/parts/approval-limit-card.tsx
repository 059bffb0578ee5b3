import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DEFAULT_APPROVAL_LIMIT } from '#domain/payroll/approval-limit.ts'
import { useMay } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { LoadingBlock, NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ApprovalBands } from './approval-bands.tsx'
import { LimitDialog } from './limit-dialog.tsx'

const USUAL: WireMoney = {
  currency: DEFAULT_APPROVAL_LIMIT.currency,
  amount_in_smallest_unit: Number(DEFAULT_APPROVAL_LIMIT.minor),
}

/** The rules of approving pay: who approves which sum, and above which one it asks for a fresh proof; owners change them. */
export function ApprovalLimitCard() {
  const t = useTranslations('identity.limit')
  const may = useMay()
  const employer = useQuery(query('getEmployer', {}))
  const [changing, setChanging] = useState(false)
  if (!employer.data)
    return employer.isPending ? <LoadingBlock height={120} /> : <NotLoaded of={employer} />
  const { approval_limit: own, approval_bands: bands, bands_version, currency } = employer.data
  return (
    <Card title={t('title')} pad>
      <ApprovalBands {...{ bands, currency }} version={bands_version} />
      <p className="mt16">
        {t.rich('above', { amount: () => <MoneyAmount of={own ?? USUAL} strong /> })}
      </p>
      <p className="meta t3 mt4">{t(own ? 'own' : 'usual')}</p>
      {may('putApprovalLimit') && (
        <div className="mt8">
          <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
        </div>
      )}
      {changing && <LimitDialog {...{ own, currency }} onClose={() => setChanging(false)} />}
    </Card>
  )
}
