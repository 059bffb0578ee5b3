import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import type { TextInputProps } from './text-input.tsx'

/** A password input with an eye that shows and hides what was typed. */
export function PasswordInput({
  size = 'lg',
  className,
  id,
  icon: _,
  suffix: __,
  ...rest
}: TextInputProps) {
  const t = useTranslations('ui.password')
  const wiring = useFieldControl({ id })
  const [shown, setShown] = useState(false)
  return (
    <span
      className={cx('in end-btn', size === 'md' && 'm', wiring['aria-invalid'] && 'bad', className)}
    >
      <input
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        {...wiring}
        {...rest}
        type={shown ? 'text' : 'password'}
      />
      <IconButton
        icon={shown ? 'eye-off' : 'eye'}
        label={t(shown ? 'hide' : 'show')}
        aria-pressed={shown}
        size={size === 'md' ? 'xs' : 'md'}
        onClick={() => setShown(!shown)}
      />
    </span>
  )
}

/** A labelled password: Field and PasswordInput in one. */
export function PasswordField({
  id,
  label,
  required,
  help,
  error,
  ...rest
}: FieldProps & TextInputProps) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <PasswordInput {...rest} />
    </Field>
  )
}
