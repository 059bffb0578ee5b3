import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { cx } from './cx.ts'
import { type FieldError, useErrorText } from './field.tsx'
import { Icon } from './icon.tsx'

/** Props of Checkbox: a native checkbox's attributes, its label, a second line, and the state between on and off. */
export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label?: ReactNode
  sub?: ReactNode
  indeterminate?: boolean | undefined
  error?: FieldError
  ref?: Ref<HTMLInputElement> | undefined
}

function assign(ref: Ref<HTMLInputElement> | undefined, node: HTMLInputElement | null): void {
  if (typeof ref === 'function') ref(node)
  else if (ref) ref.current = node
}

/** A native checkbox in our looks; without `label` it must be given `aria-label`. */
export function Checkbox({
  label,
  sub,
  indeterminate = false,
  error,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const text = useErrorText(error)
  const errorId = useId()
  const box = (
    <input
      {...rest}
      ref={node => {
        if (node) node.indeterminate = indeterminate
        assign(ref, node)
      }}
      type="checkbox"
      aria-invalid={text ? true : undefined}
      aria-describedby={text ? errorId : rest['aria-describedby']}
      className={cx('cb', text && 'bad', className)}
    />
  )
  if (label === undefined) return box
  return (
    <div className="f">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the variable inside. */}
      <label className="check">
        {box}
        <span>
          {label}
          {sub !== undefined && <span className="sub">{sub}</span>}
        </span>
      </label>
      {text && (
        <span className="help bad" id={errorId} role="alert">
          <Icon name="error" size={16} />
          {text}
        </span>
      )}
    </div>
  )
}
