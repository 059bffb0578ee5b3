import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useAsk } from '#web/parts/ask.ts'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-input.tsx'

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
  const { ask, isPending, wrong } = useAsk(
    'explainMissing',
    { words },
    {
      refresh: ['listTreasuries', 'listApprovalSteps', 'getWaiting'],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t('explain')}
      lead={t('explainLead')}
      submit={t('ask')}
      pending={isPending}
      refused={wrong.whole}
      onSubmit={() =>
        words.trim() ? ask({ body: { network, missing, words } }) : wrong.say({ words: t('needs') })
      }
    >
      <p>
        <MoneyAmount of={missing} strong />
      </p>
      <TextField
        id="explain-missing-words"
        label={t('words')}
        required
        maxLength={500}
        value={words}
        error={wrong.of('words')}
        onChange={event => setWords(event.target.value)}
      />
    </FormDialog>
  )
}
