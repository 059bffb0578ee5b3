import type { ChangeEvent } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** Props of NumberInput: a text input's props, and how many digits may follow the point. */
export interface NumberInputProps extends Omit<TextInputProps, 'type' | 'inputMode'> {
  decimals?: number | undefined
}

/** Keeps digits and one point with at most `decimals` digits behind it; a comma counts as a point. */
export function cleanDecimal(typed: string, decimals: number): string {
  const [whole = '', ...rest] = typed
    .replace(/,/gu, '.')
    .replace(/[^\d.]/gu, '')
    .split('.')
  if (decimals === 0 || rest.length === 0) return whole
  return `${whole}.${rest.join('').slice(0, decimals)}`
}

/** A decimal as text: no spinner, no rounding, no floating point. The value stays the string that was typed. */
export function NumberInput({ decimals = 2, onChange, className, ...rest }: NumberInputProps) {
  const handle = (event: ChangeEvent<HTMLInputElement>) => {
    const cleaned = cleanDecimal(event.target.value, decimals)
    if (cleaned !== event.target.value) event.target.value = cleaned
    onChange?.(event)
  }
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      onChange={handle}
      className={className}
    />
  )
}

/** A percentage with two decimals and its sign at the end, read as text like `70.00`. */
export function PercentInput({
  className,
  ...rest
}: Omit<NumberInputProps, 'decimals' | 'suffix'>) {
  return <NumberInput {...rest} decimals={2} suffix="%" className={className ?? 'num'} />
}

/** A labelled decimal: Field and NumberInput in one. */
export function NumberField({
  id,
  label,
  required,
  help,
  error,
  ...rest
}: FieldProps & NumberInputProps) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <NumberInput {...rest} />
    </Field>
  )
}
