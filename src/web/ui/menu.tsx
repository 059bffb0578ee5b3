import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'
import { useOverlayHost } from './overlay-host.tsx'
import './field.css'

/** One line of a menu; `separated` draws a rule above it. */
export interface MenuEntry {
  readonly label: ReactNode
  readonly icon?: IconName | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly separated?: boolean | undefined
  readonly onSelect: () => void
}

/** A menu of actions that opens from the given button; arrows, Home, End and type-ahead move, Escape closes. */
export function ActionMenu({
  trigger,
  entries,
  align = 'end',
}: {
  trigger: ReactElement
  entries: readonly MenuEntry[]
  align?: 'start' | 'end' | undefined
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal {...useOverlayHost()}>
        <Base.Positioner className="pop" sideOffset={6} align={align}>
          <Base.Popup className="menu" style={{ minWidth: 180 }}>
            {entries.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an open menu keep their places.
              <div key={at} role="presentation">
                {entry.separated && <Base.Separator className="op-rule" />}
                <Base.Item
                  className={cx('op', entry.danger && 'bad')}
                  disabled={entry.disabled ?? false}
                  onClick={entry.onSelect}
                >
                  {entry.icon && <Icon name={entry.icon} />}
                  {entry.label}
                </Base.Item>
              </div>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
