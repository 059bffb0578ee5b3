import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { InboxState } from '#web/identity/inbox-state.tsx'
import { problemText } from '#web/kernel/api-problem.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

/**
 * Where the mailed links of an e-mail change lead, for everyone. It asks before it confirms, so that no mail scanner that
 * opens links moves an account.
 */
export function ConfirmEmailChangePage() {
  const token = useAddress().get('token')
  const confirm = useCall('confirmEmailChange', { onProblem: () => true })
  const failure = problemText(confirm.error)
  if (confirm.data?.done)
    return (
      <AuthFrame>
        <h1 className="h1">Your email is changed</h1>
        <p className="body t2 mt4">All devices were logged out. Log in with the new address.</p>
        <div className="mt24">
          <LinkButton href="/auth/login" size="lg" full>
            Log in
          </LinkButton>
        </div>
      </AuthFrame>
    )
  if (confirm.data)
    return (
      <AuthFrame>
        <InboxState title="One half is done">
          {confirm.data.confirmed === 'new'
            ? 'The new address is confirmed. Now open the link that we sent to the old one.'
            : 'The old address agrees. Now open the link that we sent to the new one.'}
        </InboxState>
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <h1 className="h1">Change of your email</h1>
      <p className="body t2 mt4">
        Somebody who is logged in to your account asked to change its email. Confirm it if that was
        you; otherwise close this page and nothing changes.
      </p>
      {(failure || token === '') && (
        <div className="mt24">
          <ErrorBox>{failure ?? 'The address of this page lacks its code.'}</ErrorBox>
        </div>
      )}
      <div className="mt24">
        <Button
          size="lg"
          full
          disabled={token === ''}
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ body: { token } })}
        >
          Confirm the change
        </Button>
      </div>
    </AuthFrame>
  )
}
