import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { useMe } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ApiName } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { TextareaField, TextField } from '#web/ui/text-input.tsx'
import type { Contract } from './contract-words.tsx'

const REFRESH: readonly ApiName[] = ['listContractorContracts', 'getMe', 'listNextPays']

/**
 * Signs the document that is shown, by typing the full name: the signature carries that document's digest, so a contract
 * that changed meanwhile is refused and loaded again instead of signed.
 */
export function SignCard({ contract }: { contract: Contract }) {
  const t = useTranslations('contracts.sign')
  const accountName = personName(useMe())
  const [name, setName] = useDraft('name', '')
  const [read, setRead] = useState(false)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState('')
  const [declining, setDeclining] = useState(false)
  const { pdf_sha256, contract_uuid } = contract
  const reload = useReload()
  const sign = useCall('signContract', {
    refresh: REFRESH,
    onSuccess: () => openAlert(t('done'), { severity: 'success' }),
    onProblem: problem => {
      if (problem.code === 'CONTRACT_CHANGED') {
        reload()
        return true
      }
      setRefused(problem.fields[0]?.msg ?? problem.detail)
      return true
    },
  })
  const submit = () => {
    setTried(true)
    setRefused('')
    if (name.trim() === '' || !read || !pdf_sha256) return
    sign.mutate({ params: { id: contract_uuid }, body: { name: name.trim(), pdf_sha256 } })
  }
  return (
    <Card title={t('title')} pad>
      <form
        noValidate
        className="stack g16"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {refused && <ErrorBox>{refused}</ErrorBox>}
        <Checkbox
          label={t('read.label')}
          checked={read}
          error={tried && !read ? t('read.missing') : undefined}
          onChange={event => setRead(event.target.checked)}
        />
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
        <Button type="submit" full size="lg" icon="edit" loading={sign.isPending}>
          {t('sign')}
        </Button>
        {contract.allowed_actions.includes('decline') && (
          <Button variant="danger" full onClick={() => setDeclining(true)}>
            {t('decline')}
          </Button>
        )}
      </form>
      {declining && <DeclineDialog contract={contract} onClose={() => setDeclining(false)} />}
    </Card>
  )
}

/** Loads the contracts again and says why. */
function useReload(): () => void {
  const t = useTranslations('contracts.sign')
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['listContractorContracts'] })
    openAlert(t('changed'), {
      severity: 'warning',
      duration_ms: 0,
    })
  }
}

function DeclineDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const t = useTranslations('contracts.decline')
  const [reason, setReason] = useDraft({ dialog: 'decline' }, '')
  const [wrong, setWrong] = useState('')
  const decline = useCall('declineContract', {
    refresh: REFRESH,
    onSuccess: () => {
      openAlert(t('done', { employer: contract.employer_name }))
      onClose()
    },
    onProblem: problem => {
      setWrong(problem.fields[0]?.msg ?? problem.detail)
      return true
    },
  })
  const submit = () => {
    if (reason.trim() === '') setWrong(t('missing'))
    else decline.mutate({ params: { id: contract.contract_uuid }, body: { reason: reason.trim() } })
  }
  return (
    <Dialog
      open
      keepOnOutsidePress
      onClose={onClose}
      title={t('title')}
      lead={t.rich('lead', { employer: () => <bdi>{contract.employer_name}</bdi> })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={decline.isPending}>
            {t('cancel')}
          </Button>
          <Button variant="danger-filled" loading={decline.isPending} onClick={submit}>
            {t('decline')}
          </Button>
        </>
      }
    >
      <TextareaField
        id="decline-reason"
        label={t('reason')}
        required
        maxLength={500}
        value={reason}
        error={wrong}
        onChange={event => {
          setReason(event.target.value)
          setWrong('')
        }}
      />
    </Dialog>
  )
}
