import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { personName } from '#domain/kernel/names.ts'
import { useMe } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { showProblem } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ContractView } from './contract-form.tsx'

/** Signs for the employer exactly the PDF that is shown, and sends it to the contractor. */
export function EmployerSignCard({ contract, digest }: { contract: ContractView; digest: string }) {
  const me = useMe()
  const client = useQueryClient()
  const signer = {
    employer_signer_name: personName(me),
    employer_signer_email: me.email,
  }
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { employer_signer_title: '' },
  })
  const approve = useCall('approveContract', {
    refresh: ['getContract', 'getContractor', 'listContractors'],
    onSuccess: () =>
      openAlert(`Signed, and sent to ${contract.contractor_name}.`, { severity: 'success' }),
    onProblem: ({ code }) => {
      if (code !== 'CONTRACT_CHANGED') return false
      void client.invalidateQueries({ queryKey: ['getContract'] })
      openAlert('The contract changed since this PDF was made. Make the PDF again and read it.', {
        severity: 'warning',
      })
      return true
    },
  })
  const submit = handleSubmit(entry =>
    approve.mutate(
      { params: { id: contract.contract_uuid }, body: { ...signer, ...entry, pdf_sha256: digest } },
      {
        onError: problem =>
          showProblem(setError, problem, {
            pdf_sha256: null,
            employer_signer_name: null,
            employer_signer_email: null,
          }),
      },
    ),
  )
  const { errors } = formState
  return (
    <Card title="Approve and sign" pad>
      <form className="stack g16" noValidate onSubmit={event => void submit(event)}>
        <p>
          You sign as{' '}
          <b>
            <bdi>{signer.employer_signer_name}</bdi>
          </b>
          , <bdi>{signer.employer_signer_email}</bdi>. Somebody else signs after logging in.
        </p>
        <TextField
          id="employer_signer_title"
          label="Signer's title"
          required
          autoComplete="organization-title"
          error={errors.employer_signer_title}
          {...register('employer_signer_title', { required: "The signer's title is required" })}
        />
        <Button type="submit" full loading={approve.isPending}>
          Sign and send
        </Button>
        <p className="meta t3">
          The signature is for this document alone: SHA-256{' '}
          <span className="mono" title={digest}>
            {digest.slice(0, 8)}…{digest.slice(-8)}
          </span>
        </p>
      </form>
    </Card>
  )
}
