import { useTranslations } from 'use-intl'
import { safeNext } from '#web/kernel/gate.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { Button } from '#web/ui/button.tsx'

/** The way in for whoever is locked out by too many tries, their own or others': a link to their mailbox. */
export function SendLogInLink({ email }: { email: string }) {
  const t = useTranslations('identity.link')
  const next = useAddress().get('next')
  const send = useCall('sendLogInLink')
  if (send.isSuccess)
    return (
      <p className="body t2 mt12" role="status">
        {t.rich('sent', { email, b: said => <b className="w6">{said}</b> })}
      </p>
    )
  const continuation_url = new URL(safeNext(next), window.location.origin).href
  return (
    <div className="mt12">
      <Button
        variant="secondary"
        size="lg"
        full
        loading={send.isPending}
        onClick={() => send.mutate({ body: { email, continuation_url } })}
      >
        {t('send')}
      </Button>
    </div>
  )
}
