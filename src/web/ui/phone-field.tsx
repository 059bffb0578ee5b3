import { type ChangeEvent, type ClipboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { usePhoneInput } from 'react-international-phone'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'
import { Flag } from './flag.tsx'
import { Icon } from './icon.tsx'
import { pastedPhone, phoneCountries, phoneCountryData } from './phone-countries.ts'
import './phone-field.css'

// Most people never open it.
const loadList = () => import('./phone-list.tsx')
const PhoneList = lazy(() => loadList().then(part => ({ default: part.PhoneList })))

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

/** Whether the device is worked with fingers, so that no keys type ahead. */
const isTouched = () => window.matchMedia?.('(pointer: coarse)').matches ?? false

/** The digits of a number that follow its dial code. */
function national(phone: string, dialCode: string): string {
  const digits = phone.replace(/\D/gu, '')
  return digits.startsWith(dialCode) ? digits.slice(dialCode.length) : digits
}

/**
 * The number that replaced all that stood there: typed over it without a plus, which is one of the country that is shown, or filled in by
 * the browser or the keyboard. Undefined for what is typed letter by letter.
 */
function typedAtOnce(
  typed: string,
  before: string,
  country: { iso2: string; dialCode: string },
): string | undefined {
  const digits = typed.replace(/\D/gu, '')
  if (digits === '') return undefined
  if (!typed.startsWith('+'))
    return digits === country.dialCode ? `+${digits}` : pastedPhone(typed, country)
  const isOther =
    digits.length > before.replace(/\D/gu, '').length + 1 || !before.startsWith(typed.slice(0, 2))
  return isOther && digits.length > 6 ? `+${digits}` : undefined
}

const usual = ['us', 'ca'] as const

/** A country-aware phone number: flag and code inside the field, formatted as it is typed, undo and redo by Ctrl+Z. Another country keeps the number. */
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
  const choose = (iso2: string) => {
    const chosen = phoneCountries.find(one => one.iso2 === iso2)
    const rest = national(value, country.dialCode)
    setOpen(false)
    setCountry(iso2, { focusOnInput: true })
    if (chosen && rest !== '') onChange(`+${chosen.dialCode}${rest}`, chosen)
  }
  const onType = (event: ChangeEvent<HTMLInputElement>) => {
    const phone = typedAtOnce(event.target.value, inputValue, country)
    if (phone) onChange(phone, country)
    else handlePhoneValueChange(event)
  }
  const onPaste = (event: ClipboardEvent) => {
    const phone = pastedPhone(event.clipboardData.getData('text'), country)
    if (!phone) return
    event.preventDefault()
    onChange(phone, country)
  }
  return (
    <>
      <div className={cx('in phone-in', wiring['aria-invalid'] && 'bad', disabled && 'off')}>
        <button
          ref={button}
          type="button"
          className="cc"
          disabled={disabled}
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-label={t('country', { name: country.name, code: country.dialCode })}
          onPointerEnter={() => void loadList()}
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
          onChange={onType}
          onPaste={onPaste}
          onBlur={onBlur}
        />
      </div>
      {open && (
        <Suspense>
          <PhoneList
            {...ordered(country.iso2, likely)}
            value={country.iso2}
            searchable={isTouched()}
            anchor={button}
            onChoose={choose}
            onClose={() => {
              setOpen(false)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
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
