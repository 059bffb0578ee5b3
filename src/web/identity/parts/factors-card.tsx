import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import {
  canUsePasskeys,
  FACTORS,
  newRecoveryCodes,
  removePasskey,
  removeTotp,
  type SecondFactors,
  startTotp,
} from '#web/identity/second-factor.ts'
import { alertProblem } from '#web/kernel/queries.ts'
import { Loaded, LoadingBlock } from '#web/parts/loaded.tsx'
import { instantDay } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

// It brings what draws the QR code, which few visits need.
const TotpDialog = lazy(() =>
  import('./totp-dialog.tsx').then(part => ({ default: part.TotpDialog })),
)

/** What is open above the card. */
type Open =
  | { readonly kind: 'totp'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'remove'; readonly what: string; readonly remove: () => Promise<void> }

/** The second factors of the person: an authenticator app, passkeys and recovery codes. */
export function FactorsCard({ required }: { required: boolean }) {
  return (
    <Card title="Second factors" note="Asked for after your password">
      <Loaded
        query={FACTORS}
        fallback={
          <div className="body-pad">
            <LoadingBlock height={132} />
          </div>
        }
      >
        {factors => <Factors factors={factors} required={required} />}
      </Loaded>
    </Card>
  )
}

function Factors({ factors, required }: { factors: SecondFactors; required: boolean }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const { totp, passkeys, recovery_codes_left: left } = factors
  const count = passkeys.length + (totp ? 1 : 0)
  // Who needs a second factor adds another one before the last is removed.
  const mayRemove = !required || count > 1
  const refresh = () =>
    void Promise.all([
      client.invalidateQueries({ queryKey: FACTORS.queryKey }),
      client.invalidateQueries({ queryKey: ['getMe'] }),
    ])
  const added = (word: string, codes: readonly string[] | undefined) => {
    refresh()
    if (codes) return setOpen({ kind: 'codes', codes })
    setOpen(undefined)
    openAlert(word, { severity: 'success' })
  }
  return (
    <>
      <ul className="list-rows security-rows">
        <AppFactor isSet={totp} mayRemove={mayRemove} onOpen={setOpen} />
        <PasskeyFactors passkeys={passkeys} mayRemove={mayRemove} onOpen={setOpen} />
        {count > 0 && <CodesFactor left={left} onNew={codes => added('', codes)} />}
      </ul>
      {open?.kind === 'totp' && (
        <Suspense>
          <TotpDialog
            {...open}
            onClose={() => setOpen(undefined)}
            onDone={codes => added('The authenticator app is set up.', codes)}
          />
        </Suspense>
      )}
      {open?.kind === 'passkey' && (
        <AddPasskeyDialog
          onClose={() => setOpen(undefined)}
          onDone={codes => added('The passkey is added.', codes)}
        />
      )}
      {open?.kind === 'codes' && (
        <RecoveryCodesDialog codes={open.codes} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'remove' && (
        <RemoveFactor
          {...open}
          last={count === 1}
          onClose={() => setOpen(undefined)}
          onDone={() => added('It is removed.', undefined)}
        />
      )}
    </>
  )
}

type Opens = { readonly mayRemove: boolean; readonly onOpen: (open: Open) => void }

function AppFactor({ isSet, mayRemove, onOpen }: Opens & { isSet: boolean }) {
  const start = useMutation({
    mutationFn: startTotp,
    onSuccess: totpStart => onOpen({ kind: 'totp', ...totpStart }),
    onError: thrown => alertProblem(thrown),
  })
  const what = 'the authenticator app'
  return (
    <Factor
      icon="shield"
      title="Authenticator app"
      second={isSet ? 'Set up' : 'Six digits that an app on your phone shows'}
    >
      {isSet ? (
        mayRemove && (
          <RemoveButton
            name={what}
            onClick={() => onOpen({ kind: 'remove', what, remove: removeTotp })}
          />
        )
      ) : (
        <Button
          variant="secondary"
          size="sm"
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          Set up
        </Button>
      )}
    </Factor>
  )
}

function PasskeyFactors({
  passkeys,
  mayRemove,
  onOpen,
}: Opens & { passkeys: SecondFactors['passkeys'] }) {
  return (
    <>
      {passkeys.map(({ id, name, created_at }) => (
        <Factor
          key={id}
          icon="key"
          title={<bdi>{name}</bdi>}
          second={`Passkey, added on ${instantDay(created_at)}`}
        >
          {mayRemove && (
            <RemoveButton
              name={name}
              onClick={() =>
                onOpen({ kind: 'remove', what: name, remove: () => removePasskey(id) })
              }
            />
          )}
        </Factor>
      ))}
      {canUsePasskeys() && (
        <Factor
          icon="key"
          title={passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
          second="Your fingerprint, face or PIN, or a security key"
        >
          <Button variant="secondary" size="sm" onClick={() => onOpen({ kind: 'passkey' })}>
            Add a passkey
          </Button>
        </Factor>
      )}
    </>
  )
}

function CodesFactor({ left, onNew }: { left: number; onNew: (codes: readonly string[]) => void }) {
  const renew = useMutation({
    mutationFn: newRecoveryCodes,
    onSuccess: onNew,
    onError: thrown => alertProblem(thrown),
  })
  return (
    <Factor
      icon="file"
      title="Recovery codes"
      second={
        <span className={left < 3 ? 'warn' : undefined}>
          {left} left, for when you have none of the above
        </span>
      }
    >
      <Button
        variant="secondary"
        size="sm"
        loading={renew.isPending}
        onClick={() => renew.mutate()}
      >
        Make new ones
      </Button>
    </Factor>
  )
}

function Factor({
  icon,
  title,
  second,
  children,
}: {
  icon: IconName
  title: ReactNode
  second: ReactNode
  children: ReactNode
}) {
  return (
    <li className="row g12">
      <span className="sec-ic">
        <Icon name={icon} />
      </span>
      <div className="grow">
        <div className="w5">{title}</div>
        <div className="meta t3">{second}</div>
      </div>
      {children}
    </li>
  )
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="quiet" size="sm" aria-label={`Remove ${name}`} onClick={onClick}>
      Remove
    </Button>
  )
}

function RemoveFactor({
  what,
  last,
  remove,
  onClose,
  onDone,
}: {
  what: string
  last: boolean
  remove: () => Promise<void>
  onClose: () => void
  onDone: () => void
}) {
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: onDone,
    onError: thrown => {
      onClose()
      alertProblem(thrown)
    },
  })
  return (
    <ConfirmDialog
      open
      danger
      title={`Remove ${what}?`}
      verb="Remove"
      loading={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {last
        ? 'It is your last second factor: your password alone will open your account. Your recovery codes stop working too, and your other devices are logged out.'
        : 'You can still confirm with what stays.'}
    </ConfirmDialog>
  )
}
