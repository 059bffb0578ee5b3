import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { decimalProblem, withPoint } from '#domain/kernel/decimal.ts'
import { Field, type FieldProps } from './field.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** Props of NumberInput: a text input's props, and how many digits may follow the point. */
export interface NumberInputProps extends Omit<TextInputProps, 'type' | 'inputMode'> {
  decimals?: number | undefined
}

/** Says why a text is no number, and how to write it; undefined for one that is, and for none. */
export function useDecimalProblem(decimals = 2): (typed: string) => string | undefined {
  const t = useTranslations('ui.number')
  return typed => {
    const problem = typed.trim() === '' ? undefined : decimalProblem(typed, decimals)
    return problem && t(`problems.${problem}`, { decimals })
  }
}

/** Writes a number anew as `withPoint` reads it, as if it had been typed so. */
function tidy(field: HTMLInputElement): void {
  const read = withPoint(field.value)
  if (read === field.value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, read)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * A decimal as text: no spinner, no rounding, no floating point. The value is the string that was typed, whatever it is; a comma that can only
 * be a point is one once the field is left or sent, since many keypads have no other.
 */
export function NumberInput({ decimals = 2, onBlur, onKeyDown, ...rest }: NumberInputProps) {
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    tidy(event.target)
    onBlur?.(event)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') tidy(event.currentTarget)
    onKeyDown?.(event)
  }
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      onBlur={leave}
      onKeyDown={press}
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

/** A labelled decimal: Field and NumberInput in one. What is no number is said when the field is left, and kept as it was typed. */
export function NumberField({
  id,
  label,
  required,
  help,
  error,
  decimals = 2,
  onChange,
  onBlur,
  ...rest
}: FieldProps & NumberInputProps) {
  const problemOf = useDecimalProblem(decimals)
  const [wrong, setWrong] = useState<string>()
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (wrong) setWrong(problemOf(event.target.value))
    onChange?.(event)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setWrong(problemOf(event.target.value))
    onBlur?.(event)
  }
  return (
    <Field id={id} label={label} required={required} help={help} error={wrong ?? error}>
      <NumberInput {...rest} decimals={decimals} onChange={change} onBlur={leave} />
    </Field>
  )
}
