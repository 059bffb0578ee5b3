import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'
import './button.css'

/** Props of IconButton: a button's attributes, the icon, and the label that replaces its text. */
export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  icon: IconName
  label: string
  variant?: 'quiet' | 'secondary' | undefined
  size?: 'xs' | 'sm' | 'md' | 'lg' | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A square button of 28, 32, 36 or 44 px that shows an icon and is named by `label`. */
export function IconButton({
  icon,
  label,
  variant = 'quiet',
  size = 'md',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        'btn',
        variant === 'quiet' ? 'q' : 's',
        'ico',
        size !== 'md' && size,
        className,
      )}
    >
      <Icon name={icon} size={size === 'xs' ? 16 : 18} />
    </button>
  )
}
