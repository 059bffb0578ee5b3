import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { personName } from '#domain/kernel/names.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import type { ContractView } from './parts/contract-entry.ts'
import { ContractStatusChip } from './parts/contract-words.tsx'

type Record = ClientOutput<'getContractor'>
type Listed = Record['contracts'][number]

/** What pays a contractor, what would once it is agreed, and what is missing for that. */
export function PayrollTermsPage() {
  const t = useTranslations('contracts.configure')
  const id = useParam('contractorId')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('getContractor', { params: { id } })}
        skeleton={
          <>
            <HeadSkeleton />
            <CardSkeleton height={280} />
          </>
        }
      >
        {contractor => <Configuration id={id} contractor={contractor} />}
      </QueryView>
    </Page>
  )
}

const OF_NOW: readonly string[] = ['ACTIVE', 'AWAITING_SIGNATURE', 'DRAFT']

function Configuration({ id, contractor }: { id: string; contractor: Record }) {
  const t = useTranslations('contracts.configure')
  const name = personName(contractor, contractor.contractor_email)
  const base = `/employer/contractors/${encodeURIComponent(id)}`
  const terms = contractor.contracts.filter(({ status, paid }) => paid && OF_NOW.includes(status))
  const paying = terms.filter(({ status }) => status === 'ACTIVE').length
  const configure = contractor.allowed_actions.includes('draft_contract') && (
    <LinkButton icon="edit" href={`${base}/configure-payroll`}>
      {t('verb')}
    </LinkButton>
  )
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('crumb'), href: '/employer/contractors' },
          { label: name, href: `${base}/profile/read` },
          { label: t('title') },
        ]}
        title={t.rich('pays', { count: paying, name: () => <bdi>{name}</bdi> })}
        lead={t('paysLead')}
        actions={terms.length > 0 && configure}
      />
      {terms.length === 0 ? (
        <EmptyState title={t('none.title')} actions={configure}>
          {t('none.text')}
        </EmptyState>
      ) : (
        <div className="stack g20">
          {terms.map(one => (
            <TermsCard
              key={one.contract_uuid}
              of={one}
              name={name}
              href={`${base}/contract/${one.contract_uuid}/read`}
            />
          ))}
        </div>
      )}
    </>
  )
}

function TermsCard({ of, name, href }: { of: Listed; name: string; href: string }) {
  const t = useTranslations('contracts.configure')
  const { status, kind, currency, start_date, end_date: end } = of
  return (
    <Card
      title={t.rich('cardTitle', { role: () => <bdi>{of.role}</bdi>, revision: of.revision })}
      note={
        <ContractStatusChip
          of={{ kind, status: status as ContractView['status'], start_date, end_date: end }}
        />
      }
      pad
    >
      <DefinitionRows
        facts
        rows={[
          { id: 'kind', term: t('rows.kind'), value: t(`kinds.${kind}`) },
          {
            id: 'rate',
            term: t('rows.rate'),
            value: (
              <Amount
                minor={of.hourly_rate_minor}
                currency={currency}
                exponent={exponentOf(currency)}
              />
            ),
          },
          { id: 'hours', term: t('rows.hours'), value: of.scheduled_hours.toFixed(2) },
          { id: 'policy', term: t('rows.policy'), value: of.pay_policy_label },
          { id: 'start', term: t('rows.start'), value: formatDate(of.start_date) },
          { id: 'end', term: t('rows.end'), value: end ? formatDate(end) : t('rows.open') },
        ]}
      />
      <div className="mt12 stack g12">
        {status === 'AWAITING_SIGNATURE' && (
          <Say kind="unusual" word={t('nothingYet')}>
            {t(`waits.${kind}`, { name })}
          </Say>
        )}
        {status === 'DRAFT' && (
          <Say kind="note" word={t('nothingYet')}>
            {t('waits.draft')}
          </Say>
        )}
        <div>
          <LinkButton variant="secondary" size="sm" href={href}>
            {t('read')}
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}
