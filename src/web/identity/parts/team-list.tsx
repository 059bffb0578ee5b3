import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { TeamAction, TeamRole } from '#domain/identity/team.ts'
import { personName } from '#domain/kernel/names.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { ActionMenu, type MenuEntry } from '#web/ui/menu.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'

/** One of a team, as both kinds of team have it. */
export type Teammate = {
  readonly sub: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly role: TeamRole
  readonly joined_at: string
  readonly is_me: boolean
  readonly allowed_actions: readonly TeamAction[]
}

/** What people read as somebody's name. */
export function nameOf(teammate: Teammate): string {
  return personName(teammate, teammate.email)
}

const LOOKS: Readonly<Record<TeamAction, Omit<MenuEntry, 'label' | 'onSelect'>>> = {
  change_role: { icon: 'edit' },
  reinstate: { icon: 'undo' },
  remove: { icon: 'trash', danger: true, separated: true },
  leave: { icon: 'logout', danger: true, separated: true },
  suspend: { icon: 'pause', danger: true, separated: true },
}

type Props<T extends Teammate> = {
  readonly label: string
  readonly team: readonly T[]
  /** What stands behind the role: a word on the person's standing. */
  readonly standing: (one: T) => ReactNode
  readonly onAction: (one: T, action: TeamAction) => void
  /** What else the reader may do to one, before the rest. */
  readonly more?: (one: T) => readonly MenuEntry[]
}

/** A team with what the server lets the reader do to each, as a table, on narrow screens as cards. */
export function TeamList<T extends Teammate>(props: Props<T>) {
  const narrow = useNarrow()
  return narrow ? <Cards {...props} /> : <Table {...props} />
}

function Table<T extends Teammate>({ label, team, standing, ...acts }: Props<T>) {
  const t = useTranslations('identity.teamList')
  return (
    <TableCard
      label={label}
      columns={5}
      head={
        <>
          <Th>{t('person')}</Th>
          <Th>{t('role')}</Th>
          <Th>{t('standing')}</Th>
          <Th>{t('joined')}</Th>
          <Th hidden width={56}>
            {t('actions')}
          </Th>
        </>
      }
    >
      {team.map(one => (
        <Row key={one.sub}>
          <td>
            <Identity name={nameOf(one)} second={one.email} />
          </td>
          <td className="nowrap">
            <RoleOf one={one} />
          </td>
          <td className="meta">{standing(one)}</td>
          <td className="nowrap">{formatDate(one.joined_at.slice(0, 10))}</td>
          <td className="r">
            <Actions one={one} {...acts} />
          </td>
        </Row>
      ))}
    </TableCard>
  )
}

function Cards<T extends Teammate>({ label, team, standing, ...acts }: Props<T>) {
  return (
    <Card>
      <ul className="list-rows" aria-label={label}>
        {team.map(one => (
          <li key={one.sub}>
            <div className="row between g8">
              <Identity name={nameOf(one)} second={one.email} />
              <Actions one={one} {...acts} />
            </div>
            <div className="row between g8 wrap mt8">
              <RoleOf one={one} />
              <span className="meta">{standing(one)}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function RoleOf({ one }: { one: Teammate }) {
  const tNames = useTranslations('identity.roleNames')
  const t = useTranslations('identity.teamList')
  return (
    <span className="row g8">
      {tNames(one.role)}
      {one.is_me && <StatusChip tone="run">{t('you')}</StatusChip>}
    </span>
  )
}

function Actions<T extends Teammate>({
  one,
  onAction,
  more,
}: Pick<Props<T>, 'onAction' | 'more'> & { one: T }) {
  const t = useTranslations('identity.teamList')
  const entries = [
    ...(more?.(one) ?? []),
    ...one.allowed_actions.map(action => ({
      ...LOOKS[action],
      label: t(`do.${action}`),
      onSelect: () => onAction(one, action),
    })),
  ]
  if (entries.length === 0) return null
  return (
    <ActionMenu
      trigger={<IconButton icon="more" size="sm" label={t('actionsFor', { name: nameOf(one) })} />}
      entries={entries}
    />
  )
}
