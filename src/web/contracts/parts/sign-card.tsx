import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { useMe } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type Contract, SIGNING_REFRESHES } from './contract-words.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { NameQuestion, SignBar } from './sign-bar.tsx'
import type { Reading } from './use-reading.ts'

/**
 * Signs the document that was read, by typing the legal name: the signature carries that document's digest, so a contract
 * that changed meanwhile is refused and loaded again instead of signed.
 */
export function SignCard({ contract, reading }: { contract: Contract; reading: Reading }) {
  const t = useTranslations('contracts.sign')
  const accountName = personName(useMe())
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState('')
  const [refused, setRefused] = useState('')
  const [declining, setDeclining] = useState(false)
  const { pdf_sha256, contract_uuid } = contract
  const outside = contract.kind === 'OUTSIDE'
  const [name, setName, sent] = useDraft(`name ${contract_uuid}`, '')
  const reload = useReload()
  const sign = useCall('signContract', {
    refresh: SIGNING_REFRESHES,
    onSuccess: () => {
      sent()
      openAlert(t(outside ? 'confirmed' : 'done'), { severity: 'success' })
    },
    onProblem: problem => {
      setAsked(problem.code === 'NAME_DIFFERS' ? problem.detail : '')
      if (problem.code === 'CONTRACT_CHANGED') reload()
      else if (problem.code !== 'NAME_DIFFERS') setRefused(problem.fields[0]?.msg ?? problem.detail)
      return true
    },
  })
  const submit = (name_is_mine: boolean) => {
    setTried(true)
    setRefused('')
    if (name.trim() === '' || !pdf_sha256) return
    const body = { name: name.trim(), pdf_sha256, name_is_mine }
    sign.mutate({ params: { id: contract_uuid }, body })
  }
  return (
    <>
      <Card title={t(outside ? 'confirmTitle' : 'title')} pad className="mt20">
        <form
          id="sign"
          noValidate
          className="form-column"
          onSubmit={event => {
            event.preventDefault()
            submit(false)
          }}
        >
          {refused && <ErrorBox>{refused}</ErrorBox>}
          <TextField
            id="signer-name"
            label={t('name.label')}
            required
            autoComplete="name"
            help={t('name.help', { name: accountName })}
            error={tried && name.trim() === '' ? t('name.missing') : undefined}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        </form>
      </Card>
      <SignBar
        reading={reading}
        form="sign"
        verb={t(outside ? 'confirm' : 'sign')}
        pending={sign.isPending}
        other={
          contract.allowed_actions.includes('decline') && (
            <Button variant="secondary" size="lg" onClick={() => setDeclining(true)}>
              {t('decline')}
            </Button>
          )
        }
      />
      <NameQuestion
        asked={asked}
        pending={sign.isPending}
        onSame={() => submit(true)}
        onClose={() => setAsked('')}
      />
      {declining && <DeclineDialog contract={contract} onClose={() => setDeclining(false)} />}
    </>
  )
}

/** Loads the contracts again and says why. */
function useReload(): () => void {
  const t = useTranslations('contracts.sign')
  const client = useQueryClient()
  return () => {
    for (const name of ['listContractorContracts', 'getContractText'])
      void client.invalidateQueries({ queryKey: [name] })
    openAlert(t('changed'), {
      severity: 'warning',
      duration_ms: 0,
    })
  }
}
