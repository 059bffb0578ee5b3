import { type ReactNode, useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import { type FieldError, useErrorText } from './field.tsx'
import { Icon } from './icon.tsx'

/** Several of several: a group that a screen reader names, each a box. What is chosen and stands among them no more stays chosen. */
export function CheckboxGroup<T extends string>({
  label,
  options,
  value,
  onChange,
  error,
}: {
  label: ReactNode
  options: readonly { readonly value: T; readonly label: ReactNode }[]
  value: readonly T[]
  onChange: (value: T[]) => void
  error?: FieldError
}) {
  const text = useErrorText(error)
  const id = useId()
  const chosen = (option: T, on: boolean) => {
    const others = value.filter(one => one !== option)
    return on ? [...others, option] : others
  }
  return (
    <fieldset className="stack g8" aria-describedby={text ? id : undefined}>
      <legend className="lab">{label}</legend>
      {options.map(option => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={({ target }) => onChange(chosen(option.value, target.checked))}
        />
      ))}
      {text && (
        <span id={id} className="help bad" role="alert">
          <Icon name="error" size={16} />
          {text}
        </span>
      )}
    </fieldset>
  )
}
