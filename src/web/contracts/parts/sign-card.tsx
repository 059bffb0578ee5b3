import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { useMe } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { TypedSignature, useTypedSignature } from '#web/parts/typed-signature.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Say } from '#web/ui/say.tsx'
import { type Contract, SIGNING_REFRESHES } from './contract-words.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { SignBar } from './sign-bar.tsx'
import type { Reading } from './use-reading.ts'

/**
 * Signs the document that was read, by typing the legal name: the signature carries that document's digest, so a contract
 * that changed meanwhile is refused and loaded again instead of signed.
 */
export function SignCard({
  contract,
  blocked,
  reading,
}: {
  contract: Contract
  /** Why it cannot be signed as it waits; it can still be declined. */
  blocked: string | undefined
  reading: Reading
}) {
  const t = useTranslations('contracts.sign')
  const accountName = personName(useMe())
  const [declining, setDeclining] = useState(false)
  const { pdf_sha256, contract_uuid } = contract
  const outside = contract.kind === 'OUTSIDE'
  const typed = useTypedSignature(contract_uuid)
  const reload = useReload()
  const sign = useCall('signContract', {
    refresh: SIGNING_REFRESHES,
    onSuccess: () => {
      typed.sent()
      openAlert(t(outside ? 'confirmed' : 'done'), { severity: 'success' })
    },
    onProblem: problem => {
      if (problem.code === 'CONTRACT_CHANGED') reload()
      else typed.refuse(problem)
      return true
    },
  })
  return (
    <>
      <Card title={t(outside ? 'confirmTitle' : 'title')} pad className="mt20">
        {blocked && (
          <div className="mb12">
            <Say kind="blocked">{blocked}</Say>
          </div>
        )}
        <TypedSignature
          typed={typed}
          id="sign"
          help={t('help', { name: accountName })}
          pending={sign.isPending}
          onSign={(name, name_is_mine) => {
            const params = { id: contract_uuid }
            if (pdf_sha256) sign.mutate({ params, body: { name, pdf_sha256, name_is_mine } })
          }}
        />
      </Card>
      <SignBar
        reading={reading}
        form="sign"
        verb={t(outside ? 'confirm' : 'sign')}
        pending={sign.isPending}
        blocked={blocked !== undefined}
        other={
          contract.allowed_actions.includes('decline') && (
            <Button variant="secondary" size="lg" onClick={() => setDeclining(true)}>
              {t('decline')}
            </Button>
          )
        }
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
