import { Select } from '@base-ui/react/select'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'
import { Flag } from './flag.tsx'
import { Icon } from './icon.tsx'
import { useOverlayHost } from './overlay-host.tsx'

/** One choice of a select or a combobox: what is sent, what is read, and what may stand beside it. */
export interface Option {
  readonly value: string
  readonly label: string
  readonly sub?: string | undefined
  /** ISO 3166-1 alpha-2, drawn as a flag before the label. */
  readonly country?: string | undefined
  readonly disabled?: boolean | undefined
  /** What it is found by besides; nobody is shown it. */
  readonly also?: readonly string[] | undefined
}

/** Props of a select without its label. An empty string means that nothing is chosen. */
export interface SelectInputProps {
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
  id?: string | undefined
  name?: string | undefined
  placeholder?: string | undefined
  size?: 'md' | 'lg' | undefined
  disabled?: boolean | undefined
  /** Where the options could not be loaded: asks for them again. The list says so, and asks whenever it is opened. */
  missing?: (() => void) | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  'aria-label'?: string | undefined
}

function SelectList({ options, missing }: { options: readonly Option[]; missing: boolean }) {
  const t = useTranslations('ui.select')
  return (
    <Select.Portal {...useOverlayHost()}>
      <Select.Positioner className="pop" sideOffset={6} alignItemWithTrigger={false}>
        <Select.Popup className="menu listbox">
          {(missing || options.length === 0) && (
            <div className="op-none">{t(missing ? 'missing' : 'none')}</div>
          )}
          {options.map(option => (
            <Select.Item
              className="op"
              key={option.value}
              value={option.value}
              label={option.label}
              disabled={option.disabled}
            >
              {option.country && <Flag country={option.country} />}
              <Select.ItemText className="grow">
                {option.label}
                {option.sub && <span className="sub">{option.sub}</span>}
              </Select.ItemText>
              <span className="tick">
                <Select.ItemIndicator>
                  <Icon name="check" size={16} />
                </Select.ItemIndicator>
              </span>
            </Select.Item>
          ))}
        </Select.Popup>
      </Select.Positioner>
    </Select.Portal>
  )
}

/** A list to choose one from: arrows, Home, End, type-ahead, Enter; opens below as wide as the control. */
export function SelectInput({
  value,
  onChange,
  options,
  id,
  name,
  placeholder,
  size = 'lg',
  disabled,
  missing,
  onBlur,
  ref,
  'aria-label': ariaLabel,
}: SelectInputProps) {
  const t = useTranslations('ui.select')
  const wiring = useFieldControl({ id })
  const chosen = options.find(option => option.value === value)
  return (
    <Select.Root
      value={value === '' ? null : value}
      onValueChange={next => onChange(next ?? '')}
      onOpenChange={open => {
        if (open) missing?.()
        else onBlur?.()
      }}
      items={options}
      name={name}
      disabled={disabled}
      modal={false}
    >
      <Select.Trigger
        {...wiring}
        ref={ref}
        className={cx('in', size === 'md' && 'm', wiring['aria-invalid'] && 'bad')}
        aria-label={ariaLabel}
      >
        <span className={cx('val', !chosen && 'ph')}>
          {chosen ? (
            <>
              {chosen.country && <Flag country={chosen.country} />}
              <span>{chosen.label}</span>
            </>
          ) : (
            <span>{placeholder ?? t('choose')}</span>
          )}
        </span>
        <Icon name="chevron-down" />
      </Select.Trigger>
      <SelectList options={options} missing={missing !== undefined} />
    </Select.Root>
  )
}

/** A labelled select: Field and SelectInput in one. */
export function SelectField({
  id,
  label,
  required,
  help,
  error,
  ...rest
}: FieldProps & Omit<SelectInputProps, 'id'>) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <SelectInput {...rest} />
    </Field>
  )
}
