import { useTranslations } from 'use-intl'
import type { WireMoney } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import type { Refusal } from '#web/parts/refusal.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** What both dialogs that explain a wallet refresh once another operator was asked. */
export const EXPLAINED = ['listTreasuries', 'listApprovalSteps', 'getWaiting'] as const

/** Asks another operator to accept in words what an amount of a wallet of ours was. */
export function ExplainDialog({
  title,
  lead,
  label,
  needs,
  amount,
  words,
  onWords,
  onAsk,
  pending,
  wrong,
  onClose,
}: {
  title: string
  lead: string
  label: string
  needs: string
  amount: WireMoney
  words: string
  onWords: (words: string) => void
  onAsk: () => void
  pending: boolean
  wrong: Refusal<'words'>
  onClose: () => void
}) {
  const t = useTranslations('ledger.treasuries')
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      lead={lead}
      submit={t('ask')}
      pending={pending}
      refused={wrong.whole}
      onSubmit={() => (words.trim() ? onAsk() : wrong.say({ words: needs }))}
    >
      <p>
        <MoneyAmount of={amount} strong />
      </p>
      <TextField
        id="explain-words"
        label={label}
        required
        maxLength={500}
        value={words}
        error={wrong.of('words')}
        onChange={event => onWords(event.target.value)}
      />
    </FormDialog>
  )
}
