import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useAsk } from '#web/parts/ask.ts'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import { EXPLAINED, ExplainDialog } from './explain-dialog.tsx'

type Treasury = ClientOutput<'listTreasuries'>['treasuries'][number]
type Difference = NonNullable<Treasury['difference']>

/** By how much a wallet differs from the books, what that stops, and asking another operator to accept what it was. */
export function WalletDifference({
  network,
  of,
}: {
  network: Treasury['network']
  of: Difference
}) {
  const t = useTranslations('ledger.treasuries')
  const [open, setOpen] = useState(false)
  const { amount, since, stops, allowed_actions } = of
  const minor = amount.amount_in_smallest_unit
  const way = minor < 0 ? 'less' : stops ? 'neverLeft' : 'more'
  const size = { ...amount, amount_in_smallest_unit: Math.abs(minor) }
  return (
    <>
      <div className="mb12">
        <Say
          kind={stops ? 'blocked' : 'unusual'}
          word={t.rich(way, { amount: () => <MoneyAmount of={size} /> })}
        >
          {t(`${way}Help`, { at: atTime(since) })}
        </Say>
      </div>
      {allowed_actions.includes('explain') && (
        <div className="mb12">
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t(minor < 0 ? 'explainWallet.less' : 'explainWallet.more')}
          </Button>
        </div>
      )}
      {open && (
        <ExplainWalletDialog network={network} difference={amount} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function ExplainWalletDialog({
  network,
  difference,
  onClose,
}: {
  network: Treasury['network']
  difference: Difference['amount']
  onClose: () => void
}) {
  const t = useTranslations('ledger.treasuries')
  const dialog = `explain wallet ${network} ${difference.currency}`
  const [words, setWords] = useDraft({ dialog }, '')
  const settings = { refresh: EXPLAINED, onDone: onClose }
  const { ask, isPending, wrong } = useAsk('explainWallet', { words }, settings)
  const isLess = difference.amount_in_smallest_unit < 0
  return (
    <ExplainDialog
      title={t(isLess ? 'explainWallet.less' : 'explainWallet.more')}
      lead={t('explainWallet.lead')}
      label={t('explainWallet.words')}
      needs={t('explainWallet.needs')}
      amount={difference}
      words={words}
      onWords={setWords}
      onAsk={() => ask({ body: { network, difference, words } })}
      pending={isPending}
      wrong={wrong}
      onClose={onClose}
    />
  )
}
