import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { useMe } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { NameQuestion } from '#web/parts/typed-signature.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ContractView } from './contract-entry.ts'
import { SignBar } from './sign-bar.tsx'
import type { Reading } from './use-reading.ts'

/** Signs for the employer exactly the PDF that was read, and sends it to the contractor. */
export function EmployerSignCard({
  contract,
  digest,
  reading,
}: {
  contract: ContractView
  digest: string
  reading: Reading
}) {
  const t = useTranslations('contracts.employerSign')
  const me = useMe()
  const client = useQueryClient()
  const [asked, setAsked] = useState('')
  const { register, handleSubmit, setError, formState } = useForm('signer', {
    mode: 'onTouched',
    defaultValues: { employer_signer_name: '', employer_signer_title: '' },
  })
  const approve = useCall('approveContract', {
    refresh: ['getContract', 'getContractText', 'getContractor', 'listContractors'],
    onSuccess: () =>
      openAlert(t('done', { name: contract.contractor_name }), { severity: 'success' }),
    onProblem: ({ code, detail }) => {
      setAsked(code === 'NAME_DIFFERS' ? detail : '')
      if (code !== 'CONTRACT_CHANGED') return code === 'NAME_DIFFERS'
      for (const name of ['getContract', 'getContractText'])
        void client.invalidateQueries({ queryKey: [name] })
      openAlert(t('changed'), { severity: 'warning' })
      return true
    },
  })
  const submit = (name_is_mine: boolean) =>
    handleSubmit(entry =>
      approve.mutate(
        {
          params: { id: contract.contract_uuid },
          body: { ...entry, employer_signer_email: me.email, pdf_sha256: digest, name_is_mine },
        },
        {
          onError: problem =>
            showProblem(setError, problem, { pdf_sha256: null, employer_signer_email: null }),
        },
      ),
    )
  const { errors } = formState
  return (
    <>
      <Card title={t('title')} pad className="mt20">
        <form
          id="sign"
          className="form-column"
          noValidate
          onSubmit={event => void submit(false)(event)}
        >
          <p>
            {t.rich('as', {
              name: () => (
                <b>
                  <bdi>{personName(me)}</bdi>
                </b>
              ),
              email: () => <bdi>{me.email}</bdi>,
            })}
          </p>
          <TextField
            id="employer_signer_name"
            label={t('signerName.label')}
            required
            autoComplete="name"
            help={t('signerName.help', { name: personName(me) })}
            error={errors.employer_signer_name}
            {...register('employer_signer_name', { required: t('signerName.missing') })}
          />
          <TextField
            id="employer_signer_title"
            label={t('signerTitle.label')}
            required
            autoComplete="organization-title"
            error={errors.employer_signer_title}
            {...register('employer_signer_title', { required: t('signerTitle.missing') })}
          />
        </form>
      </Card>
      <SignBar reading={reading} form="sign" verb={t('sign')} pending={approve.isPending} />
      <NameQuestion
        asked={asked}
        pending={approve.isPending}
        onSame={() => void submit(true)()}
        onClose={() => setAsked('')}
      />
    </>
  )
}
