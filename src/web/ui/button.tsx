import {
  type ButtonHTMLAttributes,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'
import { Link, type LinkProps } from './link.tsx'
import { Spinner } from './spinner.tsx'

/** How loud a button is: one `primary` per decision; `danger` outlines, `danger-filled` confirms what cannot be undone. */
export type ButtonVariant = 'primary' | 'secondary' | 'text' | 'quiet' | 'danger' | 'danger-filled'

/** Heights 32, 36 and 44. */
export type ButtonSize = 'sm' | 'md' | 'lg'

const classes: Record<ButtonVariant, string> = {
  primary: 'p',
  secondary: 's',
  text: 't',
  quiet: 'q',
  danger: 'd',
  'danger-filled': 'd fill',
}

interface Look {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  full?: boolean | undefined
  icon?: IconName | undefined
  className?: string | undefined
}

function look({ variant = 'primary', size = 'md', full, className }: Look): string {
  return cx('btn', classes[variant], size !== 'md' && size, full && 'full', className)
}

/** Props of Button: a button's own attributes plus variant, size, full, icon and loading. */
export interface ButtonProps
  extends Look,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  loading?: boolean | undefined
  ref?: RefObject<HTMLButtonElement | null> | undefined
  children?: ReactNode
}

/**
 * A button. While `loading` it is disabled and a 14 px spinner follows its label (specification 4). What is disabled loses the focus: once it
 * has loaded it has it again, where nothing else took it meanwhile.
 */
export function Button({
  variant,
  size,
  full,
  icon,
  className,
  loading = false,
  disabled,
  type = 'button',
  ref,
  children,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  const place = ref ?? own
  const had = useRef(false)
  useLayoutEffect(() => {
    const at = document.activeElement
    if (!loading && had.current && at === document.body)
      place.current?.focus({ preventScroll: true })
    had.current = loading && at === place.current
  }, [loading, place])
  return (
    <button
      {...rest}
      ref={place}
      type={type}
      className={look({ variant, size, full, className })}
      disabled={loading || disabled}
      aria-busy={loading || undefined}
    >
      {icon && <Icon name={icon} size={size === 'sm' ? 16 : 18} />}
      {children}
      {loading && <Spinner />}
    </button>
  )
}

/** A link that looks like a button: for going somewhere, never for doing something. */
export function LinkButton({
  variant,
  size,
  full,
  icon,
  className,
  children,
  ...rest
}: LinkProps & Look) {
  return (
    <Link {...rest} className={look({ variant, size, full, className })}>
      {icon && <Icon name={icon} size={size === 'sm' ? 16 : 18} />}
      {children}
    </Link>
  )
}
