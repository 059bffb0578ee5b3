import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'

/** The contracts that wait for this person's signature, each with its rate and a way to read it; nothing without any. */
export function SignStep() {
  const t = useTranslations('dashboard.sign')
  const { data = [] } = useQuery(query('listContractorContracts', {}))
  const waiting = data.filter(contract => contract.allowed_actions.includes('sign'))
  return waiting.map(contract => (
    <NextStep
      key={contract.contract_uuid}
      icon={<StepIcon name="edit" />}
      title={t.rich(titleOf(contract), {
        revision: contract.revision,
        employer: () => <bdi>{contract.employer_name}</bdi>,
      })}
      action={
        <LinkButton href={`/contractor/contracts?contract=${contract.contract_uuid}`}>
          {t(contract.kind === 'OUTSIDE' ? 'readTerms' : 'read')}
        </LinkButton>
      }
    >
      {t.rich(contract.hourly_rate ? 'paid' : 'unpaid', {
        rate: () => contract.hourly_rate && <MoneyAmount of={contract.hourly_rate} />,
        date: formatDate(contract.effective_date),
      })}
      {contract.contract_end_date &&
        ` ${t('ends', { date: formatDate(contract.contract_end_date) })}`}
    </NextStep>
  ))
}

function titleOf({ kind, revision }: ClientOutput<'listContractorContracts'>[number]) {
  if (kind === 'OUTSIDE') return 'confirm'
  return revision > 1 ? 'revision' : 'first'
}
