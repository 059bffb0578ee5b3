import { Field, type FieldProps } from '#web/ui/field.tsx'
import { TextInput, type TextInputProps } from '#web/ui/text-input.tsx'

/** A code to type: `digits` is one of six digits that phones and password managers fill in; others are recovery codes. */
export function CodeField({
  id,
  label,
  required,
  help,
  error,
  digits,
  onChange,
  ...rest
}: FieldProps &
  Omit<TextInputProps, 'onChange'> & { digits: boolean; onChange: (text: string) => void }) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <TextInput
        {...rest}
        className="code-in"
        autoComplete={digits ? 'one-time-code' : 'off'}
        inputMode={digits ? 'numeric' : 'text'}
        autoCapitalize={digits ? 'none' : 'characters'}
        spellCheck={false}
        onChange={({ target }) =>
          onChange(digits ? target.value.replace(/\D/g, '').slice(0, 6) : target.value)
        }
      />
    </Field>
  )
}
