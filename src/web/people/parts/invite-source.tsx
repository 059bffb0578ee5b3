import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { draftPlace, readDraft } from '#web/kernel/drafts.ts'
import { useDraft } from '#web/parts/draft.ts'
import { optionsOf } from '#web/parts/options-of.ts'
import { readList } from '#web/parts/read-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type FileValue, XLSX } from '#web/ui/read-file.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { SelectField, SelectInput } from '#web/ui/select-field.tsx'
import { Textarea, TextField } from '#web/ui/text-input.tsx'
import { employerQuery } from '../queries.ts'
import { type InviteField, type InviteList, PASTED, ROLE_OF_ALL } from './use-invite-list.ts'

const FIELDS = ['email', 'name', 'role', 'country', 'pay_policy'] as const
const LARGEST = 2 * 1024 * 1024

/** Where a list comes from: a file, or what is pasted. */
export function InviteSource({ list }: { list: InviteList }) {
  const t = useTranslations('people.inviteMany')
  const [pasting, setPasting] = useState(() => readDraft(draftPlace(PASTED)) !== undefined)
  return (
    <div className="form-column">
      <Segmented
        label={t('source')}
        value={pasting ? 'pasted' : 'file'}
        onChange={value => setPasting(value === 'pasted')}
        segments={[
          { value: 'file', label: t('file') },
          { value: 'pasted', label: t('pasted') },
        ]}
      />
      {pasting ? <Pasted list={list} /> : <ListFile list={list} />}
    </div>
  )
}

function Pasted({ list }: { list: InviteList }) {
  const t = useTranslations('people.inviteMany')
  const [pasted, setPasted] = useDraft(PASTED, '')
  const { refused } = list
  return (
    <form
      className="form-column"
      onSubmit={event => {
        event.preventDefault()
        void list.open(pasted)
      }}
    >
      <Field
        id="list"
        label={t('paste')}
        required
        help={t('pasteHelp')}
        error={refused?.text === pasted ? refused.why : undefined}
      >
        <Textarea
          rows={10}
          spellCheck={false}
          value={pasted}
          onChange={event => setPasted(event.target.value)}
        />
      </Field>
      <div className="row">
        <Button type="submit" loading={list.looking} disabled={pasted.trim() === ''}>
          {t('look')}
        </Button>
      </div>
    </form>
  )
}

function ListFile({ list }: { list: InviteList }) {
  const t = useTranslations('people.inviteMany')
  const [unreadable, setUnreadable] = useState(false)
  const take = async (file: FileValue | null) => {
    setUnreadable(false)
    if (!file) return
    const text = await readList(file).catch(() => undefined)
    setUnreadable(text === undefined)
    if (text !== undefined) await list.open(text, file.file_name)
  }
  return (
    <FileField
      id="list_file"
      label={t('file')}
      required
      help={t('dropHelp')}
      types={['text/csv', XLSX]}
      largest={LARGEST}
      error={unreadable ? t('unreadable') : list.problem?.fields[0]?.msg}
      value={null}
      onChange={file => void take(file)}
    />
  )
}

/** The list that was read: its columns, what each is taken for, and what holds of rows that do not say it. */
export function ReadSource({ list }: { list: InviteList }) {
  const t = useTranslations('people.inviteMany')
  const { columns } = list
  return (
    <Card>
      <div className="row g12 wrap pad">
        <Icon name="file" />
        <div className="grow">
          <div className="w5">{list.file_name ?? t('pasted')}</div>
          <div className="meta t3">
            {t('read', { rows: list.read?.rows.length ?? 0, columns: columns.length })}
          </div>
        </div>
        <Button variant="secondary" size="sm" icon="upload" onClick={list.clear}>
          {t('again')}
        </Button>
      </div>
      <div className="foot">
        <div className="stack g16 grow">
          <fieldset className="row g12 wrap">
            <legend className="meta t2 mb12">{t('columns')}</legend>
            {columns.map(({ head, field }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <div key={at} className="stack g4">
                <span className="meta t3" aria-hidden="true">
                  {head || at + 1}
                </span>
                <SelectInput
                  size="md"
                  aria-label={t('column', { head: head || at + 1 })}
                  value={field ?? ''}
                  onChange={value => {
                    const chosen = (value || null) as InviteField | null
                    const fields = columns.map((one, place) => {
                      if (place === at) return chosen
                      return one.field === chosen ? null : one.field
                    })
                    void list.rename(fields)
                  }}
                  options={[
                    { value: '', label: t('columnNone') },
                    ...FIELDS.map(value => ({ value, label: t(`fields.${value}`) })),
                  ]}
                />
              </div>
            ))}
          </fieldset>
          <ToldByContent columns={columns} />
          <Defaults list={list} />
        </div>
      </div>
    </Card>
  )
}

/** Says which columns have no head that we know: what they were taken for is to be looked at. */
function ToldByContent({ columns }: Pick<InviteList, 'columns'>) {
  const t = useTranslations('people.inviteMany')
  const told = columns.flatMap(({ field, told_by }) =>
    field && told_by === 'content' ? [t(`fields.${field}`)] : [],
  )
  if (told.length === 0) return null
  return (
    <p className="meta t2" role="status">
      {t('toldByContent', { count: told.length, fields: told.join(', ') })}
    </p>
  )
}

/** Only of what no column says. */
function Defaults({ list }: { list: InviteList }) {
  const t = useTranslations('people.inviteMany')
  const employer = useQuery(employerQuery)
  const { missing } = optionsOf(employer)
  const policies = employer.data?.approved_payroll_policies ?? []
  const [role, setRole] = useDraft(ROLE_OF_ALL, list.defaults.role ?? '')
  return (
    <fieldset className="row g12 wrap">
      <legend className="meta t2 mb12">{t('defaults')}</legend>
      <TextField
        id="default_role"
        label={t('defaultRole')}
        value={role}
        onChange={event => setRole(event.target.value)}
        onBlur={() => role !== (list.defaults.role ?? '') && void list.fill({ role })}
      />
      {(missing || policies.length > 0) && (
        <SelectField
          id="default_policy"
          label={t('defaultPolicy')}
          value={list.defaults.pay_policy ?? ''}
          onChange={pay_policy => void list.fill({ pay_policy })}
          options={[
            { value: '', label: t('noPolicyChosen') },
            ...policies.map(({ label }) => ({ value: label, label })),
          ]}
          missing={missing}
        />
      )}
    </fieldset>
  )
}
