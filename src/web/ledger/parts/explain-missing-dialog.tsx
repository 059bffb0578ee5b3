import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useAsk } from '#web/parts/ask.ts'
import { useDraft } from '#web/parts/draft.ts'
import { EXPLAINED, ExplainDialog } from './explain-dialog.tsx'

type Treasury = ClientOutput<'listTreasuries'>['treasuries'][number]

/** Asks another operator to accept in words where went what is missing from a wallet of ours. */
export function ExplainMissingDialog({
  network,
  missing,
  onClose,
}: {
  network: Treasury['network']
  missing: NonNullable<Treasury['missing']>
  onClose: () => void
}) {
  const t = useTranslations('ledger.treasuries')
  const dialog = `explain missing ${network} ${missing.currency}`
  const [words, setWords] = useDraft({ dialog }, '')
  const settings = { refresh: EXPLAINED, onDone: onClose }
  const { ask, isPending, wrong } = useAsk('explainMissing', { words }, settings)
  return (
    <ExplainDialog
      title={t('explain')}
      lead={t('explainLead')}
      label={t('words')}
      needs={t('needs')}
      amount={missing}
      words={words}
      onWords={setWords}
      onAsk={() => ask({ body: { network, missing, words } })}
      pending={isPending}
      wrong={wrong}
      onClose={onClose}
    />
  )
}
