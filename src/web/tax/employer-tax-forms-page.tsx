import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useMay } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { instantDay } from '#web/parts/times.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { FormChip } from './parts/form-chip.tsx'

type Listed = ClientOutput<'listEmployerTaxForms'>

/** The tax forms that contractors gave the company, and who still owes one. */
export function EmployerTaxFormsPage() {
  const t = useTranslations('tax.given')
  const paging = usePaging()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('listEmployerTaxForms', { query: paging.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumb'), href: '/employer/reports' }, { label: t('title') }]}
        title={
          !data
            ? t('title')
            : !data.payer_in_us
              ? t('notPayer')
              : data.counts.missing > 0
                ? t('missing', { count: data.counts.missing })
                : t('all', { count: data.counts.people })
        }
        lead={t(data && !data.payer_in_us ? 'notPayerLead' : 'lead')}
        actions={
          data &&
          (data.payer_in_us || data.items.some(({ form }) => form)) && (
            <SaveButton file="getEmployerTaxFormsCsv" input={{}}>
              {t('csv')}
            </SaveButton>
          )
        }
      />
      {error && !data ? (
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <CardSkeleton height={320} />
      ) : data.items.length === 0 ? (
        <EmptyState title={t('nobody.title')}>{t('nobody.text')}</EmptyState>
      ) : (
        (data.payer_in_us || data.items.some(({ form }) => form)) && (
          <>
            <People data={data} busy={isPlaceholderData} />
            <CursorPager
              paging={paging}
              cursor={data.next_cursor}
              shown={data.items.length}
              name={t('shown')}
              loading={isPlaceholderData}
            />
          </>
        )
      )}
      <p className="page-note meta t3">{t('not')}</p>
    </Page>
  )
}

function People({ data, busy }: { data: Listed; busy: boolean }) {
  const t = useTranslations('tax.given')
  const may = useMay()
  return (
    <TableCard
      label={t('title')}
      columns={5}
      minWidth={720}
      busy={busy}
      head={
        <>
          <Th>{t('columns.contractor')}</Th>
          <Th>{t('columns.form')}</Th>
          <Th>{t('columns.signed')}</Th>
          <Th>{t('columns.state')}</Th>
          <Th hidden>{t('columns.pdf')}</Th>
        </>
      }
    >
      {data.items.map(({ contractor_sub, contractor_name, works_here, form }) => (
        <Row key={contractor_sub}>
          <td>
            <Identity name={contractor_name} second={works_here ? undefined : t('left')} />
          </td>
          <td className="nowrap">{form?.kind ?? ''}</td>
          <td>
            {form && instantDay(form.signed_at)}
            {form?.valid_through && (
              <div className="meta t3">{t('until', { date: formatDate(form.valid_through) })}</div>
            )}
          </td>
          <td>
            <FormChip form={form} />
          </td>
          <td className="r">
            {form && may('getEmployerTaxFormPdf') && (
              <SaveButton
                file="getEmployerTaxFormPdf"
                input={{ params: { id: form.form_uuid } }}
                size="sm"
                label={t('pdfOf', { name: contractor_name })}
              >
                {t('pdf')}
              </SaveButton>
            )}
          </td>
        </Row>
      ))}
    </TableCard>
  )
}
