import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'

type ToSettle = Omit<NonNullable<ClientInput<'bulkSettle'>['body']>, 'reference' | 'references'>

/** Records by hand that sent payments arrived, with a reference for each network; says which were refused and why. */
export function SettleDialog({
  count,
  which,
  networks,
  onClose,
}: {
  count: number
  which: ToSettle
  /** Those that they went by. */
  networks: readonly string[]
  onClose: () => void
}) {
  const t = useTranslations('payments.settle')
  const [typed, setTyped] = useDraft<Readonly<Record<string, string>>>(
    { dialog: `settle ${JSON.stringify(which)}` },
    Object.fromEntries(networks.map(network => [network, ''])),
  )
  const wrong = useRefusal(typed, loc => networks[Number(loc[loc.indexOf('references') + 1])])
  const settle = useCall('bulkSettle', {
    refresh: ['getChecklist', 'listUnpaid', 'listPaymentHistory', 'getBalances', 'getExecution'],
    onProblem: wrong.hear,
  })
  const submit = () => {
    const references = networks.map(network => ({
      network,
      reference: (typed[network] ?? '').trim(),
    }))
    settle.mutate({ body: { ...which, references } })
  }
  const done = settle.data
  return (
    <Dialog
      open
      keepOnOutsidePress
      onClose={onClose}
      title={done ? t('settled', { count: done.settled }) : t('title', { count })}
      lead={done ? undefined : t('lead')}
      footer={
        done ? (
          <Button onClick={onClose}>{t('done')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose} disabled={settle.isPending}>
              {t('cancel')}
            </Button>
            <Button loading={settle.isPending} onClick={submit}>
              {t('mark')}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Settled refused={done.refused} />
      ) : (
        <>
          {wrong.whole && <ErrorBox>{wrong.whole}</ErrorBox>}
          {networks.map((network, at) => (
            <TextField
              key={network}
              id={`settle-reference-${network}`}
              label={
                networks.length === 1
                  ? t('reference.label')
                  : network === 'fiat'
                    ? t('reference.bank')
                    : t('reference.chain', { network: networkName(network) })
              }
              maxLength={140}
              help={at === networks.length - 1 ? t('reference.help') : undefined}
              value={typed[network] ?? ''}
              error={wrong.of(network)}
              onChange={event => setTyped({ ...typed, [network]: event.target.value })}
            />
          ))}
        </>
      )}
    </Dialog>
  )
}

function Settled({ refused }: { refused: ClientOutput<'bulkSettle'>['refused'] }) {
  const t = useTranslations('payments.settle')
  if (refused.length === 0)
    return (
      <Say kind="done" word={t('all.word')}>
        {t('all.text')}
      </Say>
    )
  return (
    <ul className="stack g8">
      {refused.map(({ payment_uuid, reason }) => (
        <li key={payment_uuid}>
          <Say kind="blocked" word={t('notSettled')}>
            <bdi>{reason}</bdi>
          </Say>
        </li>
      ))}
    </ul>
  )
}
