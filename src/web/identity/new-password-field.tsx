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

// A text that breaks every rule but being there names them all.
const RULES = passwordProblems(' ')

function usePasswordProblems() {
  const t = useTranslations('identity.passwords')
  const problemsOf = (typed: string) => passwordProblems(typed).map(problem => said(t, problem))
  return { rules: RULES.map(rule => said(t, rule)), problemsOf }
}

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

/** A new password; its rules are ticked off while it is typed, in the specification's words (specification 5). */
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
  const { rules, problemsOf } = usePasswordProblems()
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (typed: string) =>
        problemsOf(typed)[0] ?? (typed === refused?.password ? refused.message : undefined),
    },
  })
  const typed: string = field.value
  const broken = problemsOf(typed)
  const message = fieldState.error?.message
  const other = broken.filter(problem => !rules.includes(problem) && typed !== '')
  return (
    <div>
      <PasswordField
        id={name}
        label={label ?? t('password')}
        required
        autoComplete="new-password"
        error={
          message && typed !== '' && rules.includes(message) ? undefined : (message ?? other[0])
        }
        {...field}
      />
      {typed !== '' && (
        <ul className="rules" aria-label={t('rules')}>
          {rules.map(rule => (
            <li key={rule} className={broken.includes(rule) ? (message ? 'err' : '') : 'kept'}>
              {broken.includes(rule) ? (
                <span className="open" />
              ) : (
                <Icon name="check" size={16} label={t('kept')} />
              )}
              {rule}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
