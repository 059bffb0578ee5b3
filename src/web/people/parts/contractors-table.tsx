import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { useToday } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { countryName } from '#web/parts/places.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Card } from '#web/ui/card.tsx'
import { Place } from '#web/ui/flag.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { ActionMenu, type MenuEntry } from '#web/ui/menu.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, type Selection, TableCard, Th } from '#web/ui/table.tsx'
import { type ContractorRow, contractorId, contractorName } from '../queries.ts'
import { IdentityWord, InvitationChip, LinkWord } from './invitation-chip.tsx'

/** What can be done with one row. */
export type RowActions = {
  readonly onResend: (row: ContractorRow) => void
  readonly onRemove: (row: ContractorRow) => void
}

/** Whether something can be done with it and others at once: there is nothing to choose of who works here. */
export function isChoosable({ allowed_actions: may }: ContractorRow): boolean {
  return may.includes('resend') || may.includes('delete')
}

const COLUMNS = 7

/** The contractors, two lines each; Enter or a press opens the profile. */
export function ContractorsTable({
  rows,
  busy,
  selection,
  selected,
  onSelect,
  ...actions
}: {
  rows: readonly ContractorRow[] | undefined
  busy: boolean
  /** Left out where nothing can be done with several. */
  selection: Selection | undefined
  selected: ReadonlySet<string>
  onSelect: (row: ContractorRow, chosen: boolean) => void
} & RowActions) {
  const t = useTranslations('people.list')
  return (
    <TableCard
      label={t('title')}
      columns={COLUMNS}
      minWidth={920}
      busy={busy}
      selection={selection}
      head={
        <>
          <Th>{t('contractor')}</Th>
          <Th>{t('country')}</Th>
          <Th>{t('role')}</Th>
          <Th end>{t('rate')}</Th>
          <Th>{t('status')}</Th>
          <Th>{t('identity')}</Th>
          <Th hidden width={56}>
            {t('actions')}
          </Th>
        </>
      }
    >
      {rows ? (
        rows.map(row => (
          <ContractorLine
            key={row.invitation_uuid}
            row={row}
            selected={selected.has(row.invitation_uuid)}
            chooses={selection !== undefined}
            onSelect={selection && isChoosable(row) ? chosen => onSelect(row, chosen) : undefined}
            {...actions}
          />
        ))
      ) : (
        <SkeletonRows columns={COLUMNS + (selection ? 1 : 0)} rows={8} />
      )}
    </TableCard>
  )
}

function ContractorLine({
  row,
  selected,
  chooses,
  onSelect,
  ...actions
}: {
  row: ContractorRow
  selected: boolean
  /** Whether others of the table can be chosen: it keeps their column. */
  chooses: boolean
  onSelect: ((chosen: boolean) => void) | undefined
} & RowActions) {
  const t = useTranslations('people.list')
  const go = useGo()
  const today = useToday()
  const name = contractorName(row)
  const profile = `/employer/contractors/${encodeURIComponent(contractorId(row))}/profile/read`
  const country = row.country_code
  return (
    <Row name={name} selected={selected} onSelect={onSelect} onOpen={() => go(profile)}>
      {chooses && !onSelect && <td className="pick" />}
      <td>
        <Identity
          name={name}
          href={profile}
          second={name === row.contractor_email ? t('notSignedUp') : row.contractor_email}
        />
      </td>
      <td>{country && <Place country={country}>{countryName(country)}</Place>}</td>
      <td>{row.role}</td>
      <td className="r nowrap">
        <Rate row={row} />
      </td>
      <td>
        <InvitationChip status={row.status} />
        <div className="meta nowrap">
          <LinkWord row={row} today={today} />
        </div>
      </td>
      <td className="meta nowrap">
        <IdentityWord row={row} today={today} />
      </td>
      {/* The menu opens elsewhere in the document, but React hands its presses up through this row, which would open it. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: nothing is done here, a press only ends here. */}
      <td className="r" onClick={event => event.stopPropagation()}>
        <RowMenu row={row} name={name} {...actions} />
      </td>
    </Row>
  )
}

/** The contractors as cards, for narrow screens. */
export function ContractorCards({
  rows,
  ...actions
}: { rows: readonly ContractorRow[] } & RowActions) {
  const today = useToday()
  return (
    <Card>
      <ul className="list-rows">
        {rows.map(row => {
          const name = contractorName(row)
          return (
            <li key={row.invitation_uuid} className="opens">
              <div className="row between g8">
                <Identity
                  name={name}
                  href={`/employer/contractors/${encodeURIComponent(contractorId(row))}/profile/read`}
                  second={row.role}
                />
                <RowMenu row={row} name={name} {...actions} />
              </div>
              <div className="row between g8 wrap mt8">
                <span className="row g8 meta">
                  <InvitationChip status={row.status} />
                  <LinkWord row={row} today={today} />
                  <IdentityWord row={row} today={today} />
                </span>
                <span className="nowrap">
                  <Rate row={row} />
                </span>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Rate({ row }: { row: ContractorRow }): ReactNode {
  const t = useTranslations('people.list')
  const { contract } = row
  if (!contract?.hourly_rate_minor)
    return <span className="t3">{t(contract ? 'noRate' : 'noContract')}</span>
  return (
    <>
      <Amount
        minor={contract.hourly_rate_minor}
        currency={contract.currency}
        exponent={exponentOf(contract.currency)}
      />
      <span className="meta t3"> {t('perHour')}</span>
    </>
  )
}

function RowMenu({
  row,
  name,
  onResend,
  onRemove,
}: { row: ContractorRow; name: string } & RowActions) {
  const t = useTranslations('people.list')
  const go = useGo()
  const tActions = useTranslations('people.actions')
  const may = new Set(row.allowed_actions)
  const id = encodeURIComponent(contractorId(row))
  const entries: (MenuEntry | false)[] = [
    may.has('draft_contract') && {
      label: tActions('newContract'),
      icon: 'file',
      onSelect: () => go(`/employer/contractors/${id}/contract/new`),
    },
    may.has('resend') && {
      label: tActions('resend'),
      icon: 'mail',
      onSelect: () => onResend(row),
    },
    may.has('delete') && {
      label: tActions('delete'),
      icon: 'trash',
      danger: true,
      separated: true,
      onSelect: () => onRemove(row),
    },
    may.has('prepare_offboarding') && {
      label: tActions('offboardAsk'),
      icon: 'trash',
      danger: true,
      separated: true,
      onSelect: () => go(`/employer/contractors/${id}/offboard`),
    },
  ]
  const offered = entries.filter(entry => entry !== false)
  if (offered.length === 0) return null
  return (
    <ActionMenu
      trigger={<IconButton icon="more" size="sm" label={t('actionsFor', { name })} />}
      entries={offered}
    />
  )
}
