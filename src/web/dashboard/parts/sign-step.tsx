import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import { moneyText } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'

/** The contracts that wait for this person's signature, each with its rate and a way to read it; nothing without any. */
export function SignStep() {
  const { data = [] } = useQuery(query('listContractorContracts', {}))
  const waiting = data.filter(contract => contract.allowed_actions.includes('sign'))
  return waiting.map(contract => (
    <NextStep
      key={contract.contract_uuid}
      icon={<StepIcon name="edit" />}
      title={
        <>
          {contract.revision > 1
            ? `Sign revision ${contract.revision} of your contract`
            : 'Sign your contract'}{' '}
          with <bdi>{contract.employer_name}</bdi>
        </>
      }
      action={
        <LinkButton href={`/contractor/contracts?contract=${contract.contract_uuid}`}>
          Read and sign
        </LinkButton>
      }
    >
      {contract.hourly_rate ? `${moneyText(contract.hourly_rate)} an hour` : 'Unpaid'}, from{' '}
      {formatDate(contract.effective_date)}.
      {contract.contract_end_date && ` Ends on ${formatDate(contract.contract_end_date)}.`}
    </NextStep>
  ))
}
