import { useMutation, useQuery } from '@tanstack/react-query'
import {
  AccountFields,
  GoogleSignUp,
  ProviderSignUp,
  useNewAccount,
} from '#web/identity/account-fields.tsx'
import type { SignUpRole } from '#web/identity/sign-up-role.ts'
import { asApiProblem, problemText } from '#web/kernel/api-problem.ts'
import { useAppConfig } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBox } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'

const ROLES = [
  {
    value: 'employer',
    label: "I'm a business",
    sub: 'Onboard and pay contractors, one or many',
    icon: 'building',
  },
  {
    value: 'contractor',
    label: "I'm a contractor",
    sub: 'Work and get paid anywhere, your way',
    icon: 'user',
  },
] as const

/** What Corridor promises to each (specification 1). */
const PITCHES: Readonly<Record<SignUpRole, { lead: string; points: readonly string[] }>> = {
  employer: {
    lead: 'Expand your team globally, in a compliant way.',
    points: [
      'Automate contractor onboarding and payments',
      'Engage one contractor or many',
      'Ensure compliance, with contracts and checked documents',
      'Pay individually or in bulk',
    ],
  },
  contractor: {
    lead: 'Work and get paid anywhere.',
    points: [
      'Change your pay preference at any time',
      'Choose local currency, bitcoin or other crypto',
    ],
  },
}

/** Step 0: what somebody is, and the account, made here or at an OpenID provider. An invitation fixes the role and the e-mail. */
export function SignUpAccount({
  role,
  onRole,
  onDone,
}: {
  role: SignUpRole
  onRole: ((role: SignUpRole) => void) | undefined
  onDone: () => Promise<void>
}) {
  const provider = useAppConfig()?.identity
  return (
    <>
      <h1 className="h1">Create your account</h1>
      <p className="body t2 mt4">{PITCHES[role].lead}</p>
      {onRole && (
        <div className="mt24">
          <RadioCards
            legend="What are you?"
            legendHidden
            name="role"
            cards={ROLES}
            value={role}
            onChange={onRole}
          />
        </div>
      )}
      <ul className="pitch mt16" aria-label="What you get">
        {PITCHES[role].points.map(point => (
          <li key={point}>
            <Icon name="check" size={16} />
            {point}
          </li>
        ))}
      </ul>
      {provider?.kind === 'oidc' ? (
        <ProviderSignUp name={provider.name} />
      ) : (
        <AccountForm onDone={onDone} />
      )}
    </>
  )
}

function AccountForm({ onDone }: { onDone: () => Promise<void> }) {
  const token = useAddress().get('invitation')
  const invitation = useQuery({
    ...query('findInvitation', { params: { token } }),
    enabled: token !== '',
  })
  const google = useAppConfig()?.google_sign_in
  const account = useNewAccount(invitation.data?.email)
  const submit = useMutation({
    mutationFn: async () => {
      if (await account.create()) await onDone()
    },
  })
  const failure = account.failure || problemText(submit.error)
  return (
    <>
      {invitation.data && <Invited {...invitation.data} />}
      {(failure || invitation.error) && (
        <div className="mt24">
          <ErrorBox>
            {failure ||
              `${asApiProblem(invitation.error).detail} You can still sign up without it.`}
          </ErrorBox>
        </div>
      )}
      {google && <GoogleSignUp />}
      <form
        className={cx('fields', google ? 'mt16' : 'mt24')}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit.mutate()
        }}
      >
        <AccountFields account={account} />
        <Button type="submit" size="lg" full loading={submit.isPending}>
          Create account
        </Button>
      </form>
    </>
  )
}

function Invited({
  employer_name,
  role,
  expires_at,
}: {
  employer_name: string
  role: string
  expires_at: string
}) {
  return (
    <div className="invited mt24">
      <Avatar name={employer_name} square />
      <div>
        <b>{employer_name}</b> invites you{role && <> to work as {role}</>}.
        <div className="meta t2">The invitation ends on {atTime(expires_at)}.</div>
      </div>
    </div>
  )
}
