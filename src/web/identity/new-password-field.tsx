import { useState } from 'react'
import {
  type Control,
  type FieldValues,
  type Path,
  type UseFormSetError,
  useController,
} from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { passwordProblems } from '#domain/identity/password.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { said } from '#web/words/said.ts'
import './identity.css'

/** The rules that are shown while a password is typed, in few words; the last of the domain's is met by nearly every one. */
const RULES = ['short', 'uppercase', 'lowercase', 'number', 'special'] as const

/** A password that the provider did not take, such as one that leaked before, and why. */
type Refused = { readonly password: string; readonly message: string }

/**
 * Keeps what the provider says of a password at its field, for as long as it is typed there. `refuse` answers whether a
 * failure was about the password at all.
 */
export function useRefusedPassword<V extends FieldValues>(
  setError: UseFormSetError<V>,
  name: Path<V>,
) {
  const [refused, setRefused] = useState<Refused>()
  const refuse = (thrown: unknown, password: string): boolean => {
    const { code, detail: message } = asApiProblem(thrown)
    if (code !== 'WEAK_PASSWORD') return false
    setRefused({ password, message })
    setError(name, { message }, { shouldFocus: true })
    return true
  }
  return { refused, refuse }
}

/** A new password; its rules stand there from the start and are ticked off while it is typed, in the specification's words (specification 5). */
export function NewPasswordField<V extends FieldValues>({
  control,
  name,
  label,
  refused,
}: {
  control: Control<V>
  name: Path<V>
  label?: string
  refused: Refused | undefined
}) {
  const t = useTranslations('identity.account')
  const tProblems = useTranslations('identity.passwords')
  const tRules = useTranslations('identity.passwordRules')
  const firstProblem = (typed: string) => {
    const [problem] = passwordProblems(typed)
    return problem && said(tProblems, problem)
  }
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (typed: string) =>
        firstProblem(typed) ?? (typed === refused?.password ? refused.message : undefined),
    },
  })
  const typed: string = field.value
  const broken = passwordProblems(typed === '' ? ' ' : typed).map(({ text }) => text)
  const message = fieldState.error?.message
  return (
    <div>
      <PasswordField
        id={name}
        label={label ?? t('password')}
        required
        autoComplete="new-password"
        error={message}
        {...field}
      />
      <ul className="rules" aria-label={t('rules')}>
        {RULES.map(rule => {
          const open = broken.includes(`identity.passwords.${rule}`)
          return (
            <li key={rule} className={open ? (message ? 'err' : '') : 'kept'}>
              {open ? <span className="open" /> : <Icon name="check" size={16} label={t('kept')} />}
              {tRules(rule)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
