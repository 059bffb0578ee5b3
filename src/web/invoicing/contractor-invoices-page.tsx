import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { InvoiceChip } from './parts/invoice-chip.tsx'
import { EDIT_INVOICE, type Invoice, placeOf } from './parts/invoice-form.ts'
import { PayToInvoice } from './parts/pay-to-invoice.tsx'
import './invoicing.css'

type Listed = ClientOutput<'listInvoices'>
type Show = NonNullable<NonNullable<ClientInput<'listInvoices'>['query']>['show']>

const SHOWS = ['all', 'drafts', 'open', 'paid'] as const

/** The contractor's invoices: what clients owe, newest first, and the way to a new one. */
export function ContractorInvoicesPage() {
  const t = useTranslations('invoicing.list')
  const { get, set } = useAddress()
  const show: Show = SHOWS.find(one => one === get('show')) ?? 'all'
  const paging = usePaging()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('listInvoices', { query: { ...paging.query, show } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHead
        title={<Title data={data} />}
        lead={<Lead data={data} />}
        actions={
          <>
            <LinkButton href="/contractor/create-client" variant="secondary">
              {t('newClient')}
            </LinkButton>
            {data?.counts.all !== 0 && (
              <LinkButton href={EDIT_INVOICE} icon="plus">
                {t('new')}
              </LinkButton>
            )}
          </>
        }
      />
      {error && !data ? (
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <CardSkeleton height={360} />
      ) : data.counts.all === 0 ? (
        <EmptyState
          title={t('empty.title')}
          actions={
            <LinkButton href={EDIT_INVOICE} icon="plus">
              {t('new')}
            </LinkButton>
          }
        >
          {t('empty.text')}
        </EmptyState>
      ) : (
        <div className="stack g16">
          <div className="row">
            <Segmented
              label={t('show')}
              value={show}
              onChange={next => set({ show: next === 'all' ? undefined : next, cursor: undefined })}
              segments={SHOWS.map(value => ({
                value,
                label: t(`shows.${value}`),
                count: data.counts[value],
              }))}
            />
          </div>
          <Invoices items={data.items} busy={isPlaceholderData} />
          <CursorPager
            paging={paging}
            cursor={data.next_cursor}
            shown={data.items.length}
            name={t('shown')}
            loading={isPlaceholderData}
          />
        </div>
      )}
      {data && (
        <div className="mt32">
          <PayToInvoice />
        </div>
      )}
    </Page>
  )
}

function owedOf(data: Listed | undefined) {
  return (data?.sums ?? [])
    .map(({ owed }) => owed)
    .filter(({ amount_in_smallest_unit }) => amount_in_smallest_unit > 0)
}

function Title({ data }: { data: Listed | undefined }) {
  const t = useTranslations('invoicing.list')
  const owed = owedOf(data)
  if (owed.length === 0) return t('title')
  return t.rich('owed', { sums: () => <MoneyList of={owed} strong /> })
}

function Lead({ data }: { data: Listed | undefined }) {
  const t = useTranslations('invoicing.list')
  const overdue = (data?.sums ?? [])
    .map(sum => sum.overdue)
    .filter(({ amount_in_smallest_unit }) => amount_in_smallest_unit > 0)
  if (overdue.length === 0) return t('lead')
  return (
    <span className="err">
      {t.rich('overdue', { sums: () => <MoneyList of={overdue} strong /> })}
    </span>
  )
}

function Invoices({ items, busy }: { items: readonly Invoice[]; busy: boolean }) {
  const t = useTranslations('invoicing.list')
  const go = useGo()
  const narrow = useNarrow()
  if (items.length === 0) return <EmptyState plain title={t('noneOfThese')} />
  if (narrow)
    return (
      <Card>
        <ul className="list-rows pay-list">
          {items.map(invoice => (
            <li key={invoice.invoice_uuid} className="opens">
              <div className="head-line">
                <Who invoice={invoice} />
                <div className="r">
                  <MoneyAmount of={invoice.total} strong />
                  <div className="mt4">
                    <InvoiceChip of={invoice} />
                  </div>
                  <Rest of={invoice} />
                </div>
              </div>
              {isAsked(invoice) && invoice.due_date && (
                <div className="meta t3">
                  {t('columns.due')} {formatDate(invoice.due_date)}
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
    )
  return (
    <TableCard
      label={t('title')}
      columns={4}
      minWidth={720}
      busy={busy}
      head={
        <>
          <Th>{t('columns.client')}</Th>
          <Th>{t('columns.due')}</Th>
          <Th>{t('columns.status')}</Th>
          <Th end>{t('columns.total')}</Th>
        </>
      }
    >
      {items.map(invoice => (
        <Row key={invoice.invoice_uuid} onOpen={() => go(placeOf(invoice))}>
          <td>
            <Who invoice={invoice} />
          </td>
          <td>{dueOf(invoice, t('noDate'))}</td>
          <td>
            <InvoiceChip of={invoice} />
          </td>
          <td className="r">
            <MoneyAmount of={invoice.total} strong />
            <Rest of={invoice} />
          </td>
        </Row>
      ))}
    </TableCard>
  )
}

/** What is still owed where that is less than the total says, or what waits to be given back. */
function Rest({ of }: { of: Invoice }) {
  const t = useTranslations('invoicing.list')
  const back = of.refund_due.amount_in_smallest_unit > 0
  if (!back && !isLeft(of)) return null
  return (
    <div className={back ? 'meta warn' : 'meta t3'}>
      {t.rich(back ? 'refundOf' : 'owedOf', {
        amount: () => <MoneyAmount of={back ? of.refund_due : of.owed} />,
      })}
    </div>
  )
}

/** Whether less is owed than the total says. */
function isLeft({ owed, paid, credited }: Invoice): boolean {
  return (
    owed.amount_in_smallest_unit > 0 &&
    paid.amount_in_smallest_unit + credited.amount_in_smallest_unit > 0
  )
}

/** Nothing is due of a credit note, nor of what is void. */
function isAsked({ kind, status }: Invoice): boolean {
  return kind === 'INVOICE' && status !== 'VOID'
}

function dueOf(invoice: Invoice, none: string): string {
  if (!isAsked(invoice)) return '–'
  return invoice.due_date ? formatDate(invoice.due_date) : none
}

function Who({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.list')
  return (
    <Identity
      name={invoice.client_name || t('noClient')}
      second={invoice.number ?? t(invoice.kind === 'CREDIT_NOTE' ? 'creditDraft' : 'draft')}
      href={placeOf(invoice)}
      square
    />
  )
}
