import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'

/** Props of TextInput: an input's own attributes; `{...register('name')}` of react-hook-form fits as it is. */
export interface TextInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'prefix'> {
  size?: 'md' | 'lg' | undefined
  icon?: IconName | undefined
  suffix?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** A one-line input of 44 px (`md`: 36, for toolbars). Inside a Field it takes its id and its aria wiring from there. */
export function TextInput({ size = 'lg', icon, suffix, className, id, ...rest }: TextInputProps) {
  const wiring = useFieldControl({ id })
  const look = cx('in', size === 'md' && 'm', wiring['aria-invalid'] && 'bad')
  if (!icon && suffix === undefined) {
    return <input type="text" {...wiring} {...rest} className={cx(look, className)} />
  }
  return (
    <span className={cx(look, rest.disabled && 'off', className)}>
      {icon && <Icon name={icon} />}
      <input type="text" {...wiring} {...rest} />
      {suffix !== undefined && <span className="suffix">{suffix}</span>}
    </span>
  )
}

/** A labelled one-line input: Field and TextInput in one. */
export function TextField({
  id,
  label,
  required,
  help,
  error,
  ...rest
}: FieldProps & TextInputProps) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <TextInput {...rest} />
    </Field>
  )
}

/** Props of Textarea: a textarea's own attributes. */
export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** An input of several lines that can be drawn taller. */
export function Textarea({ className, id, rows = 4, ...rest }: TextareaProps) {
  const wiring = useFieldControl({ id })
  return (
    <textarea
      rows={rows}
      {...wiring}
      {...rest}
      className={cx('in', wiring['aria-invalid'] && 'bad', className)}
    />
  )
}

/** A labelled input of several lines: Field and Textarea in one. */
export function TextareaField({
  id,
  label,
  required,
  help,
  error,
  ...rest
}: FieldProps & TextareaProps) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <Textarea {...rest} />
    </Field>
  )
}
