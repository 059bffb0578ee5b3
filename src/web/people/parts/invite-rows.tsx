import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { optionsOf } from '#web/parts/options-of.ts'
import { countryName } from '#web/parts/places.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Place } from '#web/ui/flag.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { SelectInput } from '#web/ui/select-field.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { said } from '#web/words/said.ts'
import { employerQuery } from '../queries.ts'
import { InviteInput } from './invite-input.tsx'
import type { InviteList, InviteRow } from './use-invite-list.ts'

const STATES = ['MEND', 'LEFT_OUT', 'READY'] as const
type State = (typeof STATES)[number]
const TONES = { MEND: 'err', LEFT_OUT: 'warn', READY: undefined } as const
/** So many of those that need nothing are shown at first. */
const SHOWN = 50

/** The rows of a list, those that need a word first; a row says what is wrong with it, and what would mend it. */
export function InviteRows({ list }: { list: InviteList }) {
  const t = useTranslations('people.inviteMany')
  const [filter, setFilter] = useState<State | 'ALL'>('ALL')
  const [all, setAll] = useState(false)
  const { read } = list
  if (!read) return null
  const rows = read.rows.map((row, at) => ({ row, at }))
  const groups = STATES.filter(state => filter === 'ALL' || filter === state)
    .map(state => ({ state, rows: rows.filter(({ row }) => row.state === state) }))
    .filter(group => group.rows.length > 0)
  const hidden = all ? 0 : Math.max(0, read.counts.READY - SHOWN)
  return (
    <>
      <SectionHead
        title={t('people')}
        tools={
          <Segmented
            label={t('filter')}
            value={filter}
            onChange={setFilter}
            segments={(['ALL', ...STATES] as const).map(value => ({
              value,
              label: t(`filters.${value}`),
              count: value === 'ALL' ? rows.length : read.counts[value],
            }))}
          />
        }
      />
      <TableCard
        label={t('people')}
        columns={7}
        density="tight"
        busy={list.looking}
        minWidth={860}
        head={
          <>
            <Th>{t('row')}</Th>
            <Th>{t('fields.email')}</Th>
            <Th>{t('fields.name')}</Th>
            <Th>{t('fields.role')}</Th>
            <Th>{t('fields.country')}</Th>
            <Th>{t('fields.pay_policy')}</Th>
            <Th hidden>{t('takeOut')}</Th>
          </>
        }
      >
        {groups.map(group => (
          <Fragment key={group.state}>
            <tr>
              <th colSpan={7} scope="colgroup">
                <span className={TONES[group.state]}>
                  {t(`groups.${group.state}`, { count: group.rows.length })}
                </span>
              </th>
            </tr>
            {(group.state === 'READY' && !all ? group.rows.slice(0, SHOWN) : group.rows).map(
              ({ row, at }) => (
                <InviteLine key={at} list={list} row={row} at={at} />
              ),
            )}
          </Fragment>
        ))}
      </TableCard>
      {hidden > 0 && (filter === 'ALL' || filter === 'READY') && (
        <div className="pager">
          <span>{t('more', { count: hidden })}</span>
          <Button variant="quiet" size="sm" onClick={() => setAll(true)}>
            {t('showAll', { count: read.counts.READY })}
          </Button>
        </div>
      )}
    </>
  )
}

function InviteLine({ list, row, at }: { list: InviteList; row: InviteRow; at: number }) {
  const t = useTranslations('people.inviteMany')
  const { typed, state } = row
  const mending = state === 'MEND'
  const cell = (field: keyof InviteRow['typed'], shown: string) =>
    mending ? (
      <span className="cell-input">
        <InviteInput list={list} row={row} at={at} field={field} />
      </span>
    ) : shown === '' ? null : (
      <bdi className={cx(state === 'LEFT_OUT' && 't3')}>{shown}</bdi>
    )
  return (
    <Row note={row.said && <Note list={list} row={row} at={at} />}>
      <td className="t3">{at + 1}</td>
      <td>{cell('email', row.email)}</td>
      <td>{cell('name', row.name)}</td>
      <td>{cell('role', row.role)}</td>
      <td>
        {mending || !row.country_code ? (
          cell('country', typed.country)
        ) : (
          <span className={cx(state === 'LEFT_OUT' && 't3')}>
            <Place country={row.country_code}>{countryName(row.country_code)}</Place>
          </span>
        )}
      </td>
      <td>
        {mending ? (
          <span className="cell-input">
            <PolicyInput list={list} row={row} at={at} />
          </span>
        ) : (
          cell('pay_policy', typed.pay_policy || list.defaults.pay_policy || '')
        )}
      </td>
      <td className="r corner">
        <IconButton
          icon="close"
          size="sm"
          label={t('remove', { row: at + 1 })}
          onClick={() => void list.remove(at)}
        />
      </td>
    </Row>
  )
}

/** One of the company's policies; what the list calls otherwise stands there until one is chosen. */
function PolicyInput({ list, row, at }: { list: InviteList; row: InviteRow; at: number }) {
  const t = useTranslations('people.inviteMany')
  const employer = useQuery(employerQuery)
  const policies = employer.data?.approved_payroll_policies ?? []
  const typed = row.typed.pay_policy || list.defaults.pay_policy || ''
  const own = policies.find(({ uuid, label }) => uuid === row.pay_policy_uuid || label === typed)
  return (
    <SelectInput
      size="md"
      aria-label={t('rowOf', { field: t('fields.pay_policy'), row: at + 1 })}
      value={own?.label ?? typed}
      onChange={pay_policy => void list.mend(at, { pay_policy })}
      options={[
        { value: '', label: t('noPolicyChosen') },
        ...(own || typed === '' ? [] : [{ value: typed, label: typed }]),
        ...policies.map(({ label }) => ({ value: label, label })),
      ]}
      missing={optionsOf(employer).missing}
    />
  )
}

function Note({ list, row, at }: { list: InviteList; row: InviteRow; at: number }) {
  const t = useTranslations('people.inviteMany')
  const tSaid = useTranslations('people.inviteMany.said')
  const { field, state } = row
  if (!row.said) return null
  const { text, params } = row.said
  const above = text.endsWith('.sameRow') && Number(params?.row) - 1
  return (
    <div className="row g8 wrap">
      <Say kind={state === 'MEND' ? 'blocked' : 'unusual'}>
        {said(tSaid, row.said, row.reason ?? undefined)}
      </Say>
      {field &&
        row.suggestions.map(({ value, label }) => (
          <Button
            key={value}
            variant="secondary"
            size="sm"
            onClick={() => void list.mend(at, { [field]: value })}
          >
            <bdi>{label}</bdi>
          </Button>
        ))}
      {row.contractor && (
        <Link href={`/employer/contractors/${encodeURIComponent(row.contractor)}/profile/read`}>
          {t('open')}
        </Link>
      )}
      {above !== false && (
        <Button variant="text" size="sm" onClick={() => void list.prefer(at, above)}>
          {t('prefer')}
        </Button>
      )}
      {state === 'MEND' &&
        row.more.map(
          also =>
            also.said && (
              <Say key={also.field} kind="blocked">
                {said(tSaid, also.said, also.reason ?? undefined)}
              </Say>
            ),
        )}
    </div>
  )
}
