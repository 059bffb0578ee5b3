import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { Card } from '#web/ui/card.tsx'

/** The file of an agreement that was signed elsewhere, for who compares it with the terms; nothing where none was attached. */
export function AgreementCard({
  contract: { contract_uuid, agreement },
}: {
  contract: Pick<ClientOutput<'getContract'>, 'contract_uuid' | 'agreement'>
}) {
  const t = useTranslations('contracts.pages.agreement')
  const client = useQueryClient()
  if (!agreement) return null
  return (
    <Card title={t('title')} pad>
      <div className="stack g12">
        <p className="t2">{t('text')}</p>
        <div>
          <div className="w5">
            <bdi>{agreement.file_name}</bdi>
          </div>
          <div className="fp">{agreement.sha256}</div>
        </div>
        <div>
          <SaveButton
            file="getAgreement"
            input={{ params: { id: contract_uuid } }}
            size="sm"
            // Who opened it may confirm the terms.
            onSaved={() => void client.invalidateQueries({ queryKey: ['getContractText'] })}
          >
            {t('download')}
          </SaveButton>
        </div>
      </div>
    </Card>
  )
}
