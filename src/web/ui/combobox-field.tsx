import { Combobox } from '@base-ui/react/combobox'
import { type Ref, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl, useFieldLabelId } from './field.tsx'
import { Flag } from './flag.tsx'
import { Icon } from './icon.tsx'
import { useOverlayHost } from './overlay-host.tsx'
import { ranked } from './ranked.ts'
import type { Option } from './select-field.tsx'

/** Props of a searchable list without its label. An empty string means that nothing is chosen. */
export interface ComboboxInputProps {
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
  id?: string | undefined
  name?: string | undefined
  placeholder?: string | undefined
  loading?: boolean | undefined
  /** Where the options could not be loaded: asks for them again. The list says so, and asks whenever it is opened. */
  missing?: (() => void) | undefined
  /** Told what is typed, where the options are looked up for it. */
  onSearch?: ((typed: string) => void) | undefined
  disabled?: boolean | undefined
  autoComplete?: string | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

// A plain box instead of the library's popup part: that part hides the whole page from screen readers while the list
// is open, although the focus stays in the input and the page stays usable.
function ComboboxList({ loading, missing }: { loading: boolean; missing: boolean }) {
  const t = useTranslations('ui.combobox')
  return (
    <Combobox.Portal {...useOverlayHost()}>
      <Combobox.Positioner className="pop" sideOffset={6}>
        <div className="menu listbox">
          <Combobox.Status className="op-none">
            {loading ? t('loading') : missing ? t('missing') : null}
          </Combobox.Status>
          <Combobox.Empty className="op-none">
            {loading || missing ? null : t('none')}
          </Combobox.Empty>
          <Combobox.List>
            {(option: Option) => (
              <Combobox.Item
                className="op"
                key={option.value}
                value={option}
                disabled={option.disabled}
              >
                {option.country && <Flag country={option.country} />}
                <span className="grow">
                  {option.label}
                  {option.sub && <span className="sub">{option.sub}</span>}
                </span>
                <Combobox.ItemIndicator className="tick">
                  <Icon name="check" size={16} />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </div>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

/** A list that is searched by typing, what begins with it first, with the specification's texts. */
export function ComboboxInput({
  value,
  onChange,
  options,
  id,
  name,
  placeholder,
  loading = false,
  missing,
  onSearch,
  disabled,
  autoComplete,
  onBlur,
  ref,
}: ComboboxInputProps) {
  const t = useTranslations('ui.combobox')
  const wiring = useFieldControl({ id })
  // While the list is open the rest of the page is hidden from screen readers, labels too, unless referred to by id.
  const labelId = useFieldLabelId()
  const [open, setOpen] = useState(false)
  const chosen = options.find(option => option.value === value) ?? null
  const [typed, setTyped] = useState(chosen?.label ?? '')
  const [lit, setLit] = useState(false)
  const type = (now: string) => {
    setTyped(now)
    onSearch?.(now)
  }
  // Chosen from outside, or looked up by now, it stands in the field.
  const [shown, setShown] = useState(chosen?.label)
  if (shown !== chosen?.label) {
    setShown(chosen?.label)
    setTyped(chosen?.label ?? '')
  }
  // What is looked up elsewhere was found there.
  const found = onSearch || typed === chosen?.label ? options : ranked(options, typed)
  // Enter takes the first that was found; the arrows begin at it, and skip none.
  const [first] = open && !lit && typed.trim() !== '' && typed !== chosen?.label ? found : []
  return (
    <Combobox.Root
      items={options}
      filteredItems={found}
      inputValue={typed}
      onInputValueChange={type}
      value={chosen}
      onValueChange={next => onChange(next?.value ?? '')}
      isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
      open={open}
      onOpenChange={next => {
        if (next) missing?.()
        setOpen(next)
      }}
      name={name}
      disabled={disabled}
      onItemHighlighted={item => setLit(item !== undefined)}
    >
      <Combobox.InputGroup
        className={cx('in combo end-btn', wiring['aria-invalid'] && 'bad', disabled && 'off')}
      >
        {chosen?.country && <Flag country={chosen.country} />}
        <Combobox.Input
          {...wiring}
          aria-labelledby={labelId}
          ref={ref}
          placeholder={placeholder}
          autoComplete={autoComplete}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !first || first.disabled) return
            event.preventDefault()
            onChange(first.value)
            setOpen(false)
          }}
          onBlur={() => {
            setOpen(false)
            // What was typed and is no option was chosen by nobody.
            type(chosen?.label ?? '')
            onBlur?.()
          }}
        />
        <Combobox.Clear className="btn q ico xs" aria-label={t('clear')} title={t('clear')}>
          <Icon name="close" size={16} />
        </Combobox.Clear>
        <Combobox.Trigger
          className="btn q ico xs"
          aria-label={t(open ? 'close' : 'open')}
          title={t(open ? 'close' : 'open')}
        >
          <Icon name={open ? 'chevron-up' : 'chevron-down'} />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      {open && <ComboboxList loading={loading} missing={missing !== undefined} />}
    </Combobox.Root>
  )
}

/** A labelled searchable list: Field and ComboboxInput in one. */
export function ComboboxField({
  id,
  label,
  required,
  help,
  error,
  ...rest
}: FieldProps & Omit<ComboboxInputProps, 'id'>) {
  return (
    <Field id={id} label={label} required={required} help={help} error={error}>
      <ComboboxInput {...rest} />
    </Field>
  )
}
