import { useQueryClient } from '@tanstack/react-query'

import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { useMe } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ContractView } from './contract-form.tsx'

/** Signs for the employer exactly the PDF that is shown, and sends it to the contractor. */
export function EmployerSignCard({ contract, digest }: { contract: ContractView; digest: string }) {
  const t = useTranslations('contracts.employerSign')
  const me = useMe()
  const client = useQueryClient()
  const signer = {
    employer_signer_name: personName(me),
    employer_signer_email: me.email,
  }
  const { register, handleSubmit, setError, formState } = useForm('signer', {
    mode: 'onTouched',
    defaultValues: { employer_signer_title: '' },
  })
  const approve = useCall('approveContract', {
    refresh: ['getContract', 'getContractor', 'listContractors'],
    onSuccess: () =>
      openAlert(t('done', { name: contract.contractor_name }), { severity: 'success' }),
    onProblem: ({ code }) => {
      if (code !== 'CONTRACT_CHANGED') return false
      void client.invalidateQueries({ queryKey: ['getContract'] })
      openAlert(t('changed'), { severity: 'warning' })
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
    <Card title={t('title')} pad>
      <form className="stack g16" noValidate onSubmit={event => void submit(event)}>
        <p>
          {t.rich('as', {
            name: () => (
              <b>
                <bdi>{signer.employer_signer_name}</bdi>
              </b>
            ),
            email: () => <bdi>{signer.employer_signer_email}</bdi>,
          })}
        </p>
        <TextField
          id="employer_signer_title"
          label={t('signerTitle.label')}
          required
          autoComplete="organization-title"
          error={errors.employer_signer_title}
          {...register('employer_signer_title', { required: t('signerTitle.missing') })}
        />
        <Button type="submit" full loading={approve.isPending}>
          {t('sign')}
        </Button>
        <p className="meta t3">
          {t.rich('document', {
            digest: () => (
              <span className="mono" title={digest}>
                {digest.slice(0, 8)}…{digest.slice(-8)}
              </span>
            ),
          })}
        </p>
      </form>
    </Card>
  )
}
