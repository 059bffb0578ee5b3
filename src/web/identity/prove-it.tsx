import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { OrLine } from '#web/auth-frame/auth-frame.tsx'
import { isWrongCode, prove } from '#web/identity/second-factor.ts'
import { asApiProblem, problemText } from '#web/kernel/api-problem.ts'
import type { Method } from '#web/kernel/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { CodeField } from './code-field.tsx'
import { usePasskey } from './use-passkey.ts'
import './identity.css'

/** Ways to type a proof: the app's code, a recovery code, the password. */
type Typed = Exclude<Method, 'passkey'>

/**
 * The ways to prove who one is, of which one is enough: a passkey first where there is one (which `start` begins by itself,
 * once), a code, a recovery code on demand, or the password where no factor is set.
 */
export function ProveIt({
  methods,
  start = false,
  onProven,
}: {
  methods: readonly Method[]
  start?: boolean | undefined
  onProven: () => void
}) {
  const t = useTranslations('identity.prove')
  const [recovering, setRecovering] = useState(false)
  const typed: Typed | undefined = recovering
    ? 'recovery'
    : (['totp', 'password'] as const).find(method => methods.includes(method))
  return (
    <div className="stack g16">
      {methods.includes('passkey') && !recovering && (
        <>
          <PasskeyButton start={start} onProven={onProven} />
          {typed && <OrLine />}
        </>
      )}
      {typed && <TypedProof key={typed} method={typed} onProven={onProven} />}
      {methods.includes('recovery') && (
        <p className="center">
          <button type="button" className="link-button" onClick={() => setRecovering(!recovering)}>
            {t(recovering ? 'otherWays' : 'recovery')}
          </button>
        </p>
      )}
    </div>
  )
}

function PasskeyButton({ start, onProven }: { start: boolean; onProven: () => void }) {
  const t = useTranslations('identity.prove')
  const passkey = usePasskey(onProven)
  const begun = useRef(false)
  const { mutate } = passkey
  useEffect(() => {
    if (!start || begun.current) return
    begun.current = true
    mutate()
  }, [start, mutate])
  return (
    <div>
      <Button size="lg" full icon="key" onClick={() => mutate()}>
        {t('passkey')}
      </Button>
      {passkey.error && (
        <p className="help bad mt8" role="alert">
          {asApiProblem(passkey.error).detail}
        </p>
      )}
    </div>
  )
}

function TypedProof({ method, onProven }: { method: Typed; onProven: () => void }) {
  const t = useTranslations('identity.prove')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const proof = useMutation({
    mutationFn: (code: string) => prove(method, code),
    onSuccess: onProven,
    onError: thrown => {
      if (method === 'totp' && isWrongCode(thrown)) setText('')
      field.current?.focus()
    },
  })
  // It stands where the person was just asked, in a dialog or in place of a form.
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const whole = method === 'totp' ? text.length === 6 : text !== ''
    setMissing(!whole)
    if (whole) proof.mutate(text)
    else field.current?.focus()
  }
  const change = (next: string) => {
    setText(next)
    setMissing(false)
    // The sixth digit is the last: nothing is left to say with a button.
    if (method === 'totp' && next.length === 6 && !proof.isPending) proof.mutate(next)
  }
  const common = {
    id: `prove-${method}`,
    label: t(`ways.${method}`),
    help: method === 'password' ? undefined : t(`help.${method}`),
    required: true,
    value: text,
    ref: field,
    error: missing ? t(`missing.${method}`) : problemText(proof.error),
  }
  return (
    <form className="stack g16" noValidate onSubmit={submit}>
      {method === 'password' ? (
        <PasswordField {...common} onChange={event => change(event.target.value)} />
      ) : (
        <CodeField {...common} digits={method === 'totp'} onChange={change} />
      )}
      <Button
        type="submit"
        variant={method === 'totp' ? 'secondary' : 'primary'}
        size="lg"
        full
        loading={proof.isPending}
      >
        {t('confirm')}
      </Button>
    </form>
  )
}
