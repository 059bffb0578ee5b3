import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyList } from '#web/parts/money.tsx'
import { instantDay } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IssueStatement } from './issue-statement.tsx'

type Statement = ClientOutput<'listStatements'>['items'][number]

/** What a year paid, for whoever it is shown to: its owner chooses what it says, hands out its link, and revokes it. */
export function StatementsCard() {
  const t = useTranslations('payroll.statements')
  const statements = useQuery(query('listStatements', {}))
  const { data } = statements
  const [revoking, setRevoking] = useState<Statement>()
  const revoke = useCall('revokeStatement', {
    refresh: ['listStatements'],
    onSuccess: () => {
      setRevoking(undefined)
      openAlert(t('revokedNow'), { severity: 'success' })
    },
  })
  if (!data) return <NotLoaded of={statements} />
  if (data.years.length === 0) return null
  return (
    <Card title={t('title')}>
      <IssueStatement years={data.years} />
      {data.items.length > 0 && (
        <ul className="list-rows" aria-label={t('list')}>
          {data.items.map(statement => (
            <StatementRow
              key={statement.statement_uuid}
              statement={statement}
              onRevoke={() => setRevoking(statement)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={revoking !== undefined}
        title={t('sure.title', { year: String(revoking?.year ?? '') })}
        verb={t('sure.revoke')}
        danger
        loading={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate({ params: { id: revoking.statement_uuid } })}
        onClose={() => setRevoking(undefined)}
      >
        {t('sure.text')}
      </ConfirmDialog>
    </Card>
  )
}

function StatementRow({ statement, onRevoke }: { statement: Statement; onRevoke: () => void }) {
  const t = useTranslations('payroll.statements')
  const { statement_uuid, shows_employers, shows_months, totals, issued_at, link } = statement
  const year = String(statement.year)
  const what = shows_employers
    ? shows_months
      ? 'withBoth'
      : 'withEmployers'
    : shows_months
      ? 'withMonths'
      : 'sum'
  return (
    <li>
      <div className="head-line">
        <div>
          <div className="row g8 wrap">
            <span className="w6">{t('of', { year })}</span>
            {!link && <StatusChip tone="off">{t('revoked')}</StatusChip>}
          </div>
          <div className="meta t3">
            {t(what)}, {t('issuedOn', { date: instantDay(issued_at) })}
          </div>
        </div>
        <div className="r">
          <MoneyList of={totals} strong />
        </div>
      </div>
      {link && (
        <div className="row g8 wrap">
          <SaveButton
            file="getStatementPdf"
            input={{ params: { id: statement_uuid } }}
            size="sm"
            label={t('pdfOf', { year })}
          >
            {t('pdf')}
          </SaveButton>
          <CopyButton text={link} of={t('linkOf', { year })} />
          <Button variant="text" size="sm" aria-label={t('revokeOf', { year })} onClick={onRevoke}>
            {t('revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}
