import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { usePhoneInput } from 'react-international-phone'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'
import { Flag } from './flag.tsx'
import { Icon } from './icon.tsx'
import { pastedPhone, phoneCountries, phoneCountryData } from './phone-countries.ts'
import { PhoneList } from './phone-list.tsx'
import './phone-field.css'

/** Props of a phone number; the value is a plus sign followed by digits only (specification 2). */
export interface PhoneInputProps {
  value: string
  onChange: (value: string, country: { readonly iso2: string; readonly dialCode: string }) => void
  id?: string | undefined
  name?: string | undefined
  defaultCountry?: string | undefined
  /** ISO codes in lower case that stand first in the list. */
  likely?: readonly string[] | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
}

function ordered(chosen: string, likely: readonly string[]) {
  const first = [...new Set([chosen, ...likely])].flatMap(
    iso2 => phoneCountries.find(country => country.iso2 === iso2) ?? [],
  )
  return {
    countries: [...first, ...phoneCountries.filter(country => !first.includes(country))],
    likely: first.length,
  }
}

function useOutsidePress(active: boolean, close: () => void) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!active) return
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [active, close])
  return box
}

const usual = ['us', 'ca'] as const

/** A country-aware phone number: flag and code inside the field, formatted as it is typed, undo and redo by Ctrl+Z. */
export function PhoneInput({
  value,
  onChange,
  id,
  name,
  defaultCountry = 'us',
  likely = usual,
  disabled,
  onBlur,
}: PhoneInputProps) {
  const t = useTranslations('ui.phone')
  const wiring = useFieldControl({ id })
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { inputValue, country, setCountry, handlePhoneValueChange, inputRef } = usePhoneInput({
    defaultCountry,
    value,
    countries: phoneCountryData,
    onChange: data => {
      const phone = `+${data.phone.replace(/\D/gu, '')}`
      if (phone !== value) onChange(phone, data.country)
    },
  })
  const box = useOutsidePress(open, () => setOpen(false))
  const onPaste = (event: ClipboardEvent) => {
    const phone = pastedPhone(event.clipboardData.getData('text'), country)
    if (!phone) return
    event.preventDefault()
    onChange(phone, country)
  }
  return (
    <div className="phone-in-box" ref={box}>
      <div className={cx('in phone-in', wiring['aria-invalid'] && 'bad', disabled && 'off')}>
        <button
          ref={button}
          type="button"
          className="cc"
          disabled={disabled}
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-label={t('country', { name: country.name, code: country.dialCode })}
          onClick={() => setOpen(!open)}
        >
          <Flag country={country.iso2} />
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />
        </button>
        <input
          ref={inputRef}
          {...wiring}
          type="tel"
          name={name}
          autoComplete="tel"
          disabled={disabled}
          value={inputValue}
          onChange={handlePhoneValueChange}
          onPaste={onPaste}
          onBlur={onBlur}
        />
      </div>
      {open && (
        <PhoneList
          {...ordered(country.iso2, likely)}
          value={country.iso2}
          onChoose={iso2 => {
            setOpen(false)
            setCountry(iso2, { focusOnInput: true })
          }}
          onClose={() => {
            setOpen(false)
            button.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** A labelled phone number: Field and PhoneInput in one. */
export function PhoneField({
  id,
  label,
  required,
  help,
  error,
  ...rest
}: FieldProps & Omit<PhoneInputProps, 'id'>) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <PhoneInput {...rest} />
    </Field>
  )
}
