import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { useCall } from '#web/kernel/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Destination } from '../queries.ts'

const WRONG = { NOT_OPTED_IN: 'notOptedIn', NO_WALLET: 'noWallet', FROZEN: 'frozen' } as const

/** What a wallet is on its chain: while it is new, and for as long as nothing would arrive there. */
export function OnItsChain({ wallet }: { wallet: Destination }) {
  const t = useTranslations('payments.destination.onChain')
  const { destination_uuid: id, network, currency, held, on_chain } = wallet
  const again = useCall('lookAtWallet', { refresh: ['getBanking'] })
  if (!on_chain) return null
  const { state, looking } = on_chain
  const of = { network: networkName(network), currency }
  if (state === null) return looking ? <p className="meta t2 mt8">{t('looking', of)}</p> : null
  if (state === 'READY' || state === 'NEW')
    return held ? <p className="meta t2 mt8">{t(state === 'READY' ? 'ready' : 'new', of)}</p> : null
  return (
    <div className="mt8">
      <Say
        kind="blocked"
        to={
          <Button
            size="sm"
            variant="secondary"
            loading={looking || again.isPending}
            onClick={() => again.mutate({ params: { id } })}
          >
            {t('again')}
          </Button>
        }
      >
        {t(WRONG[state], of)}
      </Say>
    </div>
  )
}
