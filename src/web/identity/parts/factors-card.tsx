import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  canUsePasskeys,
  newRecoveryCodes,
  OWN_FACTORS,
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
  | { readonly kind: 'remove'; readonly title: string; readonly remove: () => Promise<void> }

/** The second factors of the person: an authenticator app, passkeys and recovery codes. */
export function FactorsCard({ required }: { required: boolean }) {
  const t = useTranslations('identity.factors')
  return (
    <Card title={t('title')} note={t('note')}>
      <Loaded
        query={OWN_FACTORS}
        fallback={
          <div className="body-pad">
            <LoadingBlock height={114} />
          </div>
        }
      >
        {factors => <Factors factors={factors} required={required} />}
      </Loaded>
    </Card>
  )
}

function Factors({ factors, required }: { factors: SecondFactors; required: boolean }) {
  const t = useTranslations('identity.factors')
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const { totp, passkeys, recovery_codes_left: left } = factors
  const count = passkeys.length + (totp ? 1 : 0)
  // Who needs a second factor adds another one before the last is removed.
  const mayRemove = !required || count > 1
  const refresh = () =>
    void Promise.all([
      client.invalidateQueries({ queryKey: OWN_FACTORS.queryKey }),
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
            onDone={codes => added(t('appSet'), codes)}
          />
        </Suspense>
      )}
      {open?.kind === 'passkey' && (
        <AddPasskeyDialog
          onClose={() => setOpen(undefined)}
          onDone={codes => added(t('passkeyAdded'), codes)}
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
          onDone={() => added(t('removed'), undefined)}
        />
      )}
    </>
  )
}

type Opens = { readonly mayRemove: boolean; readonly onOpen: (open: Open) => void }

function AppFactor({ isSet, mayRemove, onOpen }: Opens & { isSet: boolean }) {
  const t = useTranslations('identity.factors')
  const start = useMutation({
    mutationFn: startTotp,
    onSuccess: totpStart => onOpen({ kind: 'totp', ...totpStart }),
    onError: thrown => alertProblem(thrown),
  })
  return (
    <Factor icon="shield" title={t('app')} second={t(isSet ? 'isSet' : 'appHelp')}>
      {isSet ? (
        mayRemove && (
          <RemoveButton
            label={t('removeApp')}
            onClick={() =>
              onOpen({ kind: 'remove', title: t('removeAppTitle'), remove: removeTotp })
            }
          />
        )
      ) : (
        <Button
          variant="secondary"
          size="sm"
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {t('setUp')}
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
  const t = useTranslations('identity.factors')
  return (
    <>
      {passkeys.map(({ id, name, created_at }) => (
        <Factor
          key={id}
          icon="key"
          title={<bdi>{name}</bdi>}
          second={t('addedOn', { day: instantDay(created_at) })}
        >
          {mayRemove && (
            <RemoveButton
              label={t('removeOne', { name })}
              onClick={() =>
                onOpen({
                  kind: 'remove',
                  title: t('removeOneTitle', { name }),
                  remove: () => removePasskey(id),
                })
              }
            />
          )}
        </Factor>
      ))}
      {canUsePasskeys() && (
        <Factor
          icon="key"
          title={t(passkeys.length > 0 ? 'another' : 'passkey')}
          second={t('passkeyHelp')}
        >
          <Button variant="secondary" size="sm" onClick={() => onOpen({ kind: 'passkey' })}>
            {t('add')}
          </Button>
        </Factor>
      )}
    </>
  )
}

function CodesFactor({ left, onNew }: { left: number; onNew: (codes: readonly string[]) => void }) {
  const t = useTranslations('identity.factors')
  const renew = useMutation({
    mutationFn: newRecoveryCodes,
    onSuccess: onNew,
    onError: thrown => alertProblem(thrown),
  })
  return (
    <Factor
      icon="file"
      title={t('codes')}
      second={<span className={left < 3 ? 'warn' : undefined}>{t('left', { count: left })}</span>}
    >
      <Button
        variant="secondary"
        size="sm"
        loading={renew.isPending}
        onClick={() => renew.mutate()}
      >
        {t('renew')}
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

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  const t = useTranslations('identity.factors')
  return (
    <Button variant="quiet" size="sm" aria-label={label} onClick={onClick}>
      {t('remove')}
    </Button>
  )
}

function RemoveFactor({
  title,
  last,
  remove,
  onClose,
  onDone,
}: {
  title: string
  last: boolean
  remove: () => Promise<void>
  onClose: () => void
  onDone: () => void
}) {
  const t = useTranslations('identity.factors')
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
      title={title}
      verb={t('remove')}
      loading={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {t(last ? 'last' : 'others')}
    </ConfirmDialog>
  )
}
