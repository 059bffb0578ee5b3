import { Field, type FieldProps } from './field.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** A labelled plain date. The browser's own date input, so the value is always `YYYY-MM-DD` or empty; `min` and `max` likewise. */
export function DateField({
  id,
  label,
  required,
  help,
  error,
  ...rest
}: FieldProps & Omit<TextInputProps, 'type' | 'icon' | 'suffix'>) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <TextInput {...rest} type="date" />
    </Field>
  )
}
