import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { passwordProblems } from '#domain/identity/password.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import './identity.css'

// A text that breaks every rule but being there names them all.
const RULES = passwordProblems(' ')

/** A new password; its rules are ticked off while it is typed, in the specification's words (specification 5). */
export function NewPasswordField<V extends FieldValues>({
  control,
  name,
  label = 'Password',
}: {
  control: Control<V>
  name: Path<V>
  label?: string
}) {
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (typed: string) => passwordProblems(typed)[0] },
  })
  const typed: string = field.value
  const broken = passwordProblems(typed)
  const message = fieldState.error?.message
  const other = broken.filter(problem => !RULES.includes(problem) && typed !== '')
  return (
    <div>
      <PasswordField
        id={name}
        label={label}
        required
        autoComplete="new-password"
        error={
          message && typed !== '' && RULES.includes(message) ? undefined : (message ?? other[0])
        }
        {...field}
      />
      {typed !== '' && (
        <ul className="rules" aria-label="Rules of the password">
          {RULES.map(rule => (
            <li key={rule} className={broken.includes(rule) ? (message ? 'err' : '') : 'kept'}>
              {broken.includes(rule) ? (
                <span className="open" />
              ) : (
                <Icon name="check" size={16} label="Kept:" />
              )}
              {rule}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
