import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './icon.tsx'
import './field.css'

/** What forms hand over as an error: a text, a flag, or the error object of react-hook-form. */
export type FieldError =
  | string
  | boolean
  | { readonly message?: string | undefined }
  | null
  | undefined

/** What every field of the kit takes around its control. */
export interface FieldProps {
  /** Names the control for its label; an id with `subdivision` in it never gets the suffix ` (optional)`. */
  id: string
  label: ReactNode
  required?: boolean | undefined
  help?: ReactNode
  error?: FieldError
}

interface Wiring {
  readonly id?: string | undefined
  readonly labelId?: string | undefined
  readonly describedBy?: string | undefined
  readonly invalid?: boolean | undefined
  readonly required?: boolean | undefined
}

const FieldContext = createContext<Wiring>({})

/** The text of an error; the specification's own when it has none (section 5), undefined when there is no error. */
export function useErrorText(error: FieldError): string | undefined {
  const t = useTranslations('ui.field')
  if (!error) return undefined
  const text = typeof error === 'string' ? error : typeof error === 'object' ? error.message : ''
  return text || t('invalid')
}

/** The attributes by which a control inside a Field is bound to its label, help and error. */
export function useFieldControl(own: { id?: string | undefined } = {}) {
  const { id, describedBy, invalid, required } = useContext(FieldContext)
  return {
    id: own.id ?? id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
  }
}

/** The id of the label above a control that HTML cannot label, such as a group. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext).labelId
}

/** Label, control, help and error as one; an error stands below the control with an icon and is announced. */
export function Field({
  id,
  label,
  required = false,
  help,
  error,
  group,
  children,
}: FieldProps & { children: ReactNode; group?: boolean | undefined }) {
  const t = useTranslations('ui.field')
  const base = useId()
  const text = useErrorText(error)
  const labelId = `${base}label`
  const helpId = help !== undefined ? `${base}help` : undefined
  const errorId = text ? `${base}error` : undefined
  const describedBy = [errorId, helpId].filter(Boolean).join(' ') || undefined
  const Label = group ? 'span' : 'label'
  return (
    <div className="f">
      <Label className="lab" id={labelId} {...(group ? {} : { htmlFor: id })}>
        {label}
        {required ? (
          <span className="req" aria-hidden="true">
            *
          </span>
        ) : (
          !id.includes('subdivision') && <span className="opt"> {t('optional')}</span>
        )}
      </Label>
      <FieldContext value={{ id, labelId, describedBy, invalid: text !== undefined, required }}>
        {children}
      </FieldContext>
      {text && (
        <span className="help bad" id={errorId} role="alert">
          <Icon name="error" size={16} />
          {text}
        </span>
      )}
      {help !== undefined && (
        <span className="help" id={helpId}>
          {help}
        </span>
      )}
    </div>
  )
}

/** A red box for the failure of a whole form, between its title and its first field; it comes into view, as what was pressed may be far below. */
export function ErrorBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // In braces: some browsers answer with a promise, and what an effect answers is called when it is over.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className="errbox" role="alert">
      <Icon name="error" />
      <div>{children}</div>
    </div>
  )
}
