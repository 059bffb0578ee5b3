import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ContractStatus } from '#domain/contracts/contract.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { phoneText } from '#domain/kernel/phone.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { endsSoonUntil } from '#domain/people/document-expiry.ts'
import { useToday } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useParam } from '#web/kernel/route-param.ts'
import { useContractWord } from '#web/parts/contract-word.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { countryName } from '#web/parts/places.ts'
import { atTime } from '#web/parts/times.ts'
import { ContractorPays } from '#web/payroll/of-contractor/shared.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Place } from '#web/ui/flag.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { useContractorActions } from './parts/contractor-actions.ts'
import { VerificationChip } from './parts/document-words.tsx'
import { InvitationChip, LinkWord } from './parts/invitation-chip.tsx'
import { addressLines } from './parts/personal-form.ts'
import { RemoveDialog } from './parts/remove-dialog.tsx'
import { type ContractorRecord, contractorName, contractorQuery } from './queries.ts'

/** One contractor as the employer may see them: who, where, since when, and their contracts. */
export function EmployerContractorProfilePage() {
  const t = useTranslations('people.contractor')
  const id = useParam('contractorId')
  const record = useQuery(contractorQuery(id))
  return (
    <Page>
      {record.data && <Profile id={id} contractor={record.data} />}
      {record.isPending && <LoadingBlock height={420} />}
      {record.isError && (
        <>
          <PageHead title={t('title')} />
          <LoadProblem problem={record.error} onRetry={() => void record.refetch()} />
        </>
      )}
    </Page>
  )
}

function Profile({ id, contractor }: { id: string; contractor: ContractorRecord }) {
  const t = useTranslations('people.contractor')
  const name = contractorName(contractor)
  return (
    <>
      <PageHead
        crumbs={[{ label: t('contractors'), href: '/employer/contractors' }, { label: name }]}
        title={<bdi>{name}</bdi>}
        lead={
          <>
            <InvitationChip status={contractor.status} />
            {contractor.role}
          </>
        }
        actions={<Actions id={id} contractor={contractor} />}
      />
      <div className="halves">
        <Card title={t('person')} pad>
          <PersonRows contractor={contractor} />
        </Card>
        <Card
          title={t('contracts')}
          note={
            <Link href={`/employer/contractors/${encodeURIComponent(id)}/contracts`}>
              {t('all')}
            </Link>
          }
          pad
        >
          <Contracts id={id} contractor={contractor} />
        </Card>
      </div>
      {contractor.contractor_sub && (
        <div className="mt32">
          <ContractorPays of={contractor.contractor_sub} />
        </div>
      )}
    </>
  )
}

function Actions({ id, contractor }: { id: string; contractor: ContractorRecord }) {
  const t = useTranslations('people.actions')
  const go = useGo()
  const [leaving, setLeaving] = useState(false)
  const actions = useContractorActions(() => {
    if (leaving) go('/employer/contractors')
  })
  const may = new Set(contractor.allowed_actions)
  return (
    <>
      {may.has('prepare_offboarding') && (
        <LinkButton
          variant="secondary"
          href={`/employer/contractors/${encodeURIComponent(id)}/offboard`}
        >
          {t('offboardAsk')}
        </LinkButton>
      )}
      {may.has('delete') && (
        <Button variant="danger" onClick={() => setLeaving(true)}>
          {t('delete')}
        </Button>
      )}
      {may.has('resend') && (
        <Button loading={actions.busy} onClick={() => void actions.resend([contractor])}>
          {t('resend')}
        </Button>
      )}
      {may.has('draft_contract') && (
        <LinkButton
          variant="secondary"
          href={`/employer/contractors/${encodeURIComponent(id)}/configure-payroll/read`}
        >
          {t('payroll')}
        </LinkButton>
      )}
      {may.has('draft_contract') && (
        <LinkButton
          icon="plus"
          href={`/employer/contractors/${encodeURIComponent(id)}/contract/new`}
        >
          {t('newContract')}
        </LinkButton>
      )}
      <RemoveDialog
        rows={leaving ? [contractor] : []}
        loading={actions.busy}
        onConfirm={() => void actions.remove([contractor])}
        onClose={() => setLeaving(false)}
      />
    </>
  )
}

function PersonRows({ contractor }: { contractor: ContractorRecord }) {
  const t = useTranslations('people.contractor')
  const today = useToday()
  const { country_code: country, permanent_address: home, mailing_address: mail } = contractor
  const ends = contractor.documents_expire_on
  const lines = (address: typeof home) =>
    address ? addressLines(address).map(line => <div key={line}>{line}</div>) : undefined
  const rows = [
    { id: 'email', term: t('email'), value: contractor.contractor_email },
    { id: 'preferred', term: t('preferred'), value: contractor.preferred_name },
    {
      id: 'phone',
      term: t('phone'),
      value: contractor.phone_number && <bdi dir="ltr">{phoneText(contractor.phone_number)}</bdi>,
    },
    {
      id: 'country',
      term: t('country'),
      value: country && <Place country={country}>{countryName(country)}</Place>,
    },
    { id: 'home', term: t('permanent'), value: lines(home) },
    { id: 'mail', term: t('mailing'), value: lines(mail) },
    {
      id: 'identity',
      term: t(contractor.status === 'INVITED' ? 'invitation' : 'identity'),
      value:
        contractor.status === 'INVITED' ? (
          <LinkWord row={contractor} today={today} />
        ) : (
          <VerificationChip status={contractor.verification_status} />
        ),
    },
    {
      id: 'papers',
      term: t('papers'),
      value:
        ends &&
        ends <= endsSoonUntil(today) &&
        t(ends < today ? 'papersEnded' : 'papersEnd', { day: formatDate(ends) }),
    },
    { id: 'invited', term: t('invited'), value: atTime(contractor.datetime_invited) },
  ]
  return <DefinitionRows rows={rows.filter(({ value }) => Boolean(value))} />
}

function Contracts({ id, contractor }: { id: string; contractor: ContractorRecord }) {
  const t = useTranslations('people.contractor')
  const word = useContractWord()
  if (contractor.contracts.length === 0)
    return <p className="t2">{t(contractor.status === 'INVITED' ? 'afterAccepting' : 'none')}</p>
  return (
    <ul className="stack g16">
      {contractor.contracts.map(one => (
        <li key={one.contract_uuid} className="row between g12 top">
          <div className="grow">
            <Link
              href={`/employer/contractors/${encodeURIComponent(id)}/contract/${one.contract_uuid}/read`}
            >
              {one.role}
            </Link>
            <div className="meta t3">
              {t(one.pay_policy_label ? 'contract' : 'contractAlone', {
                status: word({ ...one, status: one.status as ContractStatus }),
                revision: one.revision,
                policy: one.pay_policy_label,
              })}
            </div>
          </div>
          <div className="r nowrap">
            <RateOf contract={one} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What an hour is paid; in words where that is nothing, or not said yet. */
function RateOf({
  contract: { paid, ...of },
}: {
  contract: ContractorRecord['contracts'][number]
}) {
  const t = useTranslations('people.contractor')
  if (!paid || of.hourly_rate_minor === 0)
    return <span className="t3">{t(paid ? 'noRate' : 'unpaid')}</span>
  return (
    <>
      <Amount
        minor={of.hourly_rate_minor}
        currency={of.currency}
        exponent={exponentOf(of.currency)}
      />
      <div className="meta t3">{t('hours', { hours: of.scheduled_hours.toFixed(2) })}</div>
    </>
  )
}
