import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { filesArrived } from '#web/kernel/lost-files.ts'
import { useMay, useToday } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { KeptFileField } from '#web/parts/kept-file.tsx'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { decimalOf } from '#web/parts/money.tsx'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { typedMoney } from '#web/parts/typed-money.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { FileValue } from '#web/ui/file-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Say } from '#web/ui/say.tsx'
import type { ContractEntry } from './parts/contract-entry.ts'
import { PayFields, PolicyField, RoleField, TimeFields } from './parts/term-fields.tsx'

type Record = ClientOutput<'getContractor'>

/** How a contractor is to be paid: terms that both sign here, or those of an agreement that was signed elsewhere. */
export function ConfigurePayrollPage() {
  const t = useTranslations('contracts.configure')
  const id = useParam('contractorId')
  const today = useToday()
  const mayWrite = useMay()('configurePayroll')
  const contractor = useQuery(query('getContractor', { params: { id } }))
  const employer = useQuery(query('getEmployer', {}))
  const { data } = contractor
  const name = data ? personName(data, data.contractor_email) : ''
  const profile = `/employer/contractors/${encodeURIComponent(id)}/profile/read`
  const body = (): ReactNode => {
    if (!mayWrite) return <NotForRole />
    if (!data || !employer.data)
      return (
        <Awaited of={[contractor, employer]}>
          <LoadingBlock height={480} />
        </Awaited>
      )
    if (!data.contractor_sub || !data.allowed_actions.includes('draft_contract'))
      return <EmptyState title={t('notYet.title')}>{t('notYet.text')}</EmptyState>
    const policies = employer.data.approved_payroll_policies.map(({ uuid }) => uuid)
    if (policies.length === 0)
      return (
        <EmptyState
          title={t('noPolicy.title')}
          actions={
            <LinkButton href="/employer/payroll-setup/addPayrollPolicy">
              {t('noPolicy.action')}
            </LinkButton>
          }
        >
          {t('noPolicy.text')}
        </EmptyState>
      )
    const begin = { policies, currency: employer.data.currency, today }
    return <ConfigureForm contractor={data} begin={begin} />
  }
  return (
    <Page>
      <PageHead
        crumbs={[
          { label: t('crumb'), href: '/employer/contractors' },
          { label: data && name, href: profile },
          { label: t('title') },
        ]}
        title={t('heading')}
        lead={t('lead')}
      />
      {body()}
    </Page>
  )
}

type Begin = {
  readonly policies: readonly string[]
  readonly currency: string
  readonly today: string
}

type Where = 'here' | 'elsewhere'

/** The terms that pay them now, to be changed, or as little as is known. A policy that pays nobody any more is not chosen. */
function entryOf(contractor: Record, begin: Begin): ContractEntry {
  const { role, contracts, payroll_configuration: terms } = contractor
  const [first = ''] = begin.policies
  // Terms that others follow already end before those do, and their contract does not.
  const agreed = contracts.find(
    one => terms && one.role === terms.role && one.start_date === terms.start_date,
  )
  return {
    role: terms?.role ?? role,
    pay_policy_uuid: begin.policies.find(uuid => uuid === terms?.pay_policy_uuid) ?? first,
    currency: terms?.currency ?? begin.currency,
    hourly_rate: terms ? decimalOf(terms.hourly_rate) : '',
    scheduled_hours: terms?.scheduled_hours.toFixed(2) ?? '',
    contract_start_date: begin.today,
    contract_end_date: agreed?.contract_end_date ?? '',
    effective_date: '',
    exhibit_a: '',
    exhibit_format: 'PLAIN',
    country_clauses: '',
  }
}

function ConfigureForm({ contractor, begin }: { contractor: Record; begin: Begin }) {
  const t = useTranslations('contracts.configure')
  const go = useGo()
  const id = contractor.contractor_sub ?? ''
  const base = `/employer/contractors/${encodeURIComponent(id)}`
  const form = useForm<ContractEntry>('configure-payroll', {
    mode: 'onTouched',
    defaultValues: entryOf(contractor, begin),
  })
  const role = form.watch('role').trim().toLowerCase()
  const sameRole = contractor.contracts.filter(one => one.role.toLowerCase() === role)
  const ours = sameRole.some(one => one.status === 'ACTIVE' && one.kind === 'CORRIDOR')
  const [chosen, setChosen] = useState<Where>()
  const where = ours ? (chosen ?? 'here') : 'elsewhere'
  const [agreement, setAgreement] = useState<FileValue | null>(null)
  const configure = useCall('configurePayroll', {
    refresh: ['getContractor', 'listContractors', 'getContract'],
    failed: t('failed'),
    onSuccess: ({ kind, contract_uuid }) => {
      filesArrived()
      openAlert(t(`done.${kind}`), { severity: 'success' })
      go(
        kind === 'OUTSIDE'
          ? `${base}/configure-payroll/read`
          : `${base}/contract/${contract_uuid}/read`,
      )
    },
  })
  const submit = form.handleSubmit(entry =>
    configure.mutate(
      { params: { id }, body: bodyOf(entry, where, agreement) },
      {
        onError: problem =>
          showProblem(form.setError, problem, {
            ...{ start_date: 'contract_start_date', end_date: 'contract_end_date' },
            'hourly_rate.currency': 'currency',
            'hourly_rate.amount_in_smallest_unit': 'hourly_rate',
            agreement: null,
          }),
      },
    ),
  )
  return (
    <form className="form-column" noValidate onSubmit={event => void submit(event)}>
      <RoleField form={form} />
      <PolicyField form={form} />
      <PayFields form={form} />
      <TimeFields form={form} effective={false} />
      {ours && (
        <RadioCards<Where>
          legend={t('where.legend')}
          value={where}
          onChange={setChosen}
          cards={[
            { value: 'here', label: t('where.here'), sub: t('where.hereText') },
            { value: 'elsewhere', label: t('where.elsewhere'), sub: t('where.elsewhereText') },
          ]}
        />
      )}
      <StandsAlready contracts={sameRole} where={where} base={base} />
      {where === 'elsewhere' && (
        <>
          <KeptFileField
            id="agreement"
            label={t('agreement.label')}
            help={t('agreement.help')}
            types={['application/pdf']}
            value={agreement}
            onChange={setAgreement}
          />
          <Say kind="note">{t('unconfirmed')}</Say>
        </>
      )}
      <div>
        <Button type="submit" size="lg" loading={configure.isPending}>
          {t(where === 'here' ? 'draft' : 'send')}
        </Button>
      </div>
    </form>
  )
}

/** What stands in the way of these terms, or what they take the place of, with the way to it. */
function StandsAlready({
  contracts,
  where,
  base,
}: {
  contracts: Record['contracts']
  where: Where
  base: string
}) {
  const t = useTranslations('contracts.configure.stands')
  const kind = where === 'here' ? 'CORRIDOR' : 'OUTSIDE'
  const status = where === 'here' ? 'DRAFT' : 'AWAITING_SIGNATURE'
  const one = contracts.find(known => known.kind === kind && known.status === status)
  if (!one) return null
  return (
    <Say
      kind={where === 'here' ? 'blocked' : 'note'}
      to={<Link href={`${base}/contract/${one.contract_uuid}/read`}>{t('read')}</Link>}
    >
      {t(where)}
    </Say>
  )
}

function bodyOf(entry: ContractEntry, where: Where, agreement: FileValue | null) {
  const { role, pay_policy_uuid, currency, hourly_rate, scheduled_hours } = entry
  const file = agreement && {
    file_name: agreement.file_name,
    mime_type: 'application/pdf' as const,
    content: agreement.content,
  }
  return {
    ...{ role, pay_policy_uuid, currency },
    start_date: entry.contract_start_date,
    end_date: entry.contract_end_date || null,
    hourly_rate: typedMoney(hourly_rate, currency),
    scheduled_hours: Number(scheduled_hours),
    signed_elsewhere: where === 'elsewhere',
    ...(file && where === 'elsewhere' ? { agreement: file } : {}),
  }
}
