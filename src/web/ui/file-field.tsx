import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_DOCUMENT_BYTES } from '#domain/kernel/document-limits.ts'
import type { Translator } from '#web/words/words.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'
import { fitPicture, type PictureProblem } from './fit-picture.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { type FileValue, readFile, refusal, sizeText, typesText } from './read-file.ts'
import './file-field.css'

export type { FileValue } from './read-file.ts'

/** The types that identity and company documents may have. */
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const

/** Props of a file choice; `value` is what was read, or null. */
export interface FileFieldProps extends FieldProps {
  value: FileValue | null
  onChange: (value: FileValue | null) => void
  types?: readonly string[] | undefined
  largest?: number | undefined
  disabled?: boolean | undefined
  /** On phones a picture may be taken instead. */
  camera?: boolean | undefined
}

interface DropProps {
  value: FileValue | null
  types: readonly string[]
  largest: number
  disabled: boolean
  /** While a file is read, which takes a moment where it is made smaller. */
  busy: boolean
  /** What was chosen last was not taken. */
  refused: boolean
  camera: boolean
  onFile: (file: File) => void
  onClear: () => void
}

function Drop({
  value,
  types,
  largest,
  disabled,
  busy,
  refused,
  camera,
  onFile,
  onClear,
}: DropProps) {
  const t = useTranslations('ui.file')
  const wiring = useFieldControl()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  useHeldForm(input, busy, refused)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input inside does the same.
    <div
      className={cx('drop', over && 'over', value && 'has', wiring['aria-invalid'] && 'bad')}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className="fi">
        <Icon name={value ? 'file' : 'upload'} />
      </span>
      <span className="grow" aria-live="polite">
        <span className="nm">{value ? value.file_name : t('drop')}</span>
        <span className="help" style={{ display: 'block' }}>
          {busy
            ? t('reading')
            : value
              ? saidSize(t, value)
              : t('limits', { types: typesText(t, types), size: sizeText(t, largest) })}
        </span>
      </span>
      <input
        ref={input}
        {...wiring}
        type="file"
        accept={types.join(',')}
        disabled={disabled}
        onChange={event => {
          const file = event.target.files?.[0]
          // Cleared, so that choosing the same file again is noticed.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        disabled={disabled}
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => input.current?.click()}
      >
        {t(value ? 'replace' : 'choose')}
      </Button>
      {camera && <Camera disabled={disabled} onFile={onFile} />}
      {value && (
        <IconButton
          icon="close"
          size="sm"
          label={t('remove', { name: value.file_name })}
          onClick={onClear}
        />
      )}
    </div>
  )
}

/** A form that is sent while a file of it is read is sent once it was, and not where it was refused: what was chosen would stay behind. */
function useHeldForm(
  input: RefObject<HTMLInputElement | null>,
  busy: boolean,
  refused: boolean,
): void {
  const held = useRef<{ form: HTMLFormElement; by: HTMLElement | null }>(undefined)
  useEffect(() => {
    const form = input.current?.form
    if (!busy || !form) return
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      // Of several that are read one holds it, and whoever is read longer holds it again.
      event.stopImmediatePropagation()
      held.current = { form, by: event.submitter }
    }
    form.addEventListener('submit', hold, { capture: true })
    return () => form.removeEventListener('submit', hold, { capture: true })
  }, [input, busy])
  useEffect(() => {
    if (busy || !held.current) return
    const { form, by } = held.current
    held.current = undefined
    if (form.isConnected && !refused) form.requestSubmit(form.contains(by) ? by : null)
  }, [busy, refused])
}

/** How large a file is, and from what it was made smaller. */
function saidSize(t: Translator<'ui.file'>, { size, was }: FileValue): string {
  const now = sizeText(t, size)
  return was === undefined ? now : t('smaller', { size: now, was: sizeText(t, was) })
}

/** Opens the camera at the back of a phone; other devices choose a file, for which there is the field itself. */
function Camera({ disabled, onFile }: Pick<DropProps, 'disabled' | 'onFile'>) {
  const t = useTranslations('ui.file')
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="cam">
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        hidden
        disabled={disabled}
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <svg className="i" width={18} height={18} viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3.6 6h2.6l1.4-2h4.8l1.4 2h2.6a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3.6a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z" />
          <circle cx="10" cy="10.8" r="2.8" />
        </svg>
        {t('camera')}
      </Button>
    </span>
  )
}

/**
 * A labelled file, dropped or chosen, read to base64. A picture that is too large is made smaller here, and that is said. Too large or of
 * another type is refused with a sentence, and the earlier file stays.
 */
export function FileField({
  id,
  label,
  required,
  help,
  error,
  value,
  onChange,
  types = documentTypes,
  largest = MAX_DOCUMENT_BYTES,
  disabled = false,
  camera = false,
}: FileFieldProps) {
  const t = useTranslations('ui.file')
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const latest = useRef<File>(undefined)
  const refuse = (why: PictureProblem | NonNullable<ReturnType<typeof refusal>>, file: File) =>
    setRefused(
      t(`refused.${why}`, {
        name: file.name,
        types: typesText(t, types),
        size: sizeText(t, file.size),
        largest: sizeText(t, largest),
      }),
    )
  const take = async (chosen: File) => {
    setRefused(undefined)
    setBusy(true)
    latest.current = chosen
    try {
      const file = types.includes('image/jpeg') ? await fitPicture(chosen, largest) : chosen
      if (latest.current !== chosen) return
      if (typeof file === 'string') return refuse(file, chosen)
      const why = refusal(file, types, largest)
      if (why) return refuse(why, chosen)
      const read = await readFile(file)
      if (latest.current === chosen)
        onChange(file === chosen ? read : { ...read, was: chosen.size })
    } catch {
      setRefused(t('refused.unread', { name: chosen.name }))
    } finally {
      if (latest.current === chosen) setBusy(false)
    }
  }
  return (
    <Field id={id} label={label} required={required} help={help} error={refused ?? error}>
      <Drop
        value={value}
        types={types}
        largest={largest}
        disabled={disabled}
        busy={busy}
        refused={refused !== undefined}
        camera={camera}
        onFile={file => void take(file)}
        onClear={() => {
          latest.current = undefined
          setBusy(false)
          setRefused(undefined)
          onChange(null)
        }}
      />
    </Field>
  )
}
