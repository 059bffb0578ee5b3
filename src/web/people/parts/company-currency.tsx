import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { optionsOf } from '#web/parts/options-of.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Employer } from '../queries.ts'

/** The currency in which the company's totals are shown and its new contracts begin. */
export function CompanyCurrency({ employer }: { employer: Employer }) {
  const t = useTranslations('people.company.currency')
  const may = useMay()('putEmployerCurrency')
  const [changing, setChanging] = useState(false)
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          may ? (
            <Button variant="secondary" size="sm" icon="edit" onClick={() => setChanging(true)}>
              {t('change')}
            </Button>
          ) : undefined
        }
      />
      <Card pad>
        <p className="w6">{employer.currency}</p>
        <p className="meta t3 mt4">{t('what')}</p>
      </Card>
      {changing && <CurrencyDialog employer={employer} onClose={() => setChanging(false)} />}
    </>
  )
}

function CurrencyDialog({ employer, onClose }: { employer: Employer; onClose: () => void }) {
  const t = useTranslations('people.company.currency')
  const { currency, approval_limit } = employer
  const [chosen, setChosen] = useDraft({ dialog: 'currency' }, currency)
  const found = useQuery(query('listContractCurrencies', {}))
  const { data = [] } = found
  const choose = useCall('putEmployerCurrency', {
    refresh: ['getEmployer'],
    onSuccess: () => {
      openAlert(t('done', { currency: chosen }), { severity: 'success' })
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      lead={t('lead')}
      submit={t('save')}
      pending={choose.isPending}
      disabled={approval_limit !== null}
      onSubmit={() => {
        if (chosen === currency) onClose()
        else choose.mutate({ params: { alpha_3: chosen } })
      }}
    >
      {approval_limit && (
        <Say kind="blocked" to={<Link href="/employer/team">{t('toLimit')}</Link>}>
          {t.rich('limited', { limit: () => <MoneyAmount of={approval_limit} /> })}
        </Say>
      )}
      <ComboboxField
        id="company_currency"
        label={t('label')}
        required
        value={chosen}
        options={data.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        {...optionsOf(found)}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
