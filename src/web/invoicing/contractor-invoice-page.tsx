import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import { CreditButton, CreditNotes } from './parts/credit-notes.tsx'
import { EndInvoice } from './parts/end-invoice.tsx'
import { InvoiceChip } from './parts/invoice-chip.tsx'
import { type Invoice, STALE } from './parts/invoice-form.ts'
import { ItemsOf } from './parts/items-of.tsx'
import { LinksCard } from './parts/links-card.tsx'
import { useNoWay } from './parts/no-way.ts'
import { PaymentsCard } from './parts/payments-card.tsx'
import { RemindersCard } from './parts/reminders-card.tsx'
import { RepeatCard } from './parts/repeat-card.tsx'
import { SumsCard } from './parts/sums-card.tsx'
import './invoicing.css'

const INVOICES = '/contractor/invoice'

/** One invoice: before it is sent, with a message; after that, where it stands and what there is to do. */
export function ContractorInvoicePage() {
  const t = useTranslations('invoicing.one')
  const id = useParam('uuid')
  return (
    <Page>
      <QueryView
        of={{ ...query('getInvoice', { params: { id } }), refetchOnMount: 'always' }}
        title={t('title')}
        skeleton={
          <>
            <HeadSkeleton />
            <CardSkeleton height={420} />
          </>
        }
      >
        {invoice => <One invoice={invoice} />}
      </QueryView>
    </Page>
  )
}

function One({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  const { client_name: client, number, due_date } = invoice
  return (
    <>
      <PageHead
        crumbs={[{ label: t('crumb'), href: INVOICES }, { label: number ?? t('draft') }]}
        title={t.rich(titleOf(invoice), {
          amount: () => <MoneyAmount of={invoice.total} />,
          client: () => <bdi>{client || t('nobody')}</bdi>,
        })}
        lead={
          <>
            <InvoiceChip of={invoice} />
            {invoice.credits ? (
              <span>{t('takesOff', { number: invoice.credits.number })}</span>
            ) : (
              due_date &&
              invoice.status !== 'VOID' && (
                <span>{t('due', { date: formatDateLong(due_date) })}</span>
              )
            )}
            {invoice.line_item_uuid && !invoice.pay_differs && invoice.status !== 'VOID' && (
              <span>{t('byCorridor')}</span>
            )}
            {invoice.repeats && <span>{t('copyOf', { number: invoice.repeats.number })}</span>}
          </>
        }
        actions={
          <SaveButton
            file="getInvoicePdf"
            input={{ params: { id: invoice.invoice_uuid } }}
            label={t('pdfOf', { number: number ?? t('draft') })}
          >
            {t('pdf')}
          </SaveButton>
        }
      />
      <div className="aside-grid">
        <div className="stack g20">
          <PayDiffers invoice={invoice} />
          {invoice.allowed_actions.includes('send') ? (
            <SendCard invoice={invoice} />
          ) : (
            <>
              <ItemsOf invoice={invoice} />
              <SumsCard invoice={invoice} />
            </>
          )}
        </div>
        <div className="stack g20">
          <CreditNotes invoice={invoice} />
          {invoice.allowed_actions.includes('send') && <SumsCard invoice={invoice} />}
          <PaymentsCard invoice={invoice} />
          <RemindersCard invoice={invoice} />
          {number !== null && <LinksCard invoice={invoice} />}
          <RepeatCard invoice={invoice} />
          {number !== null && invoice.kind === 'INVOICE' && !invoice.line_item_uuid && (
            <LinkButton
              variant="secondary"
              icon="copy"
              href={`/contractor/invoice/create-invoice?copy=${invoice.invoice_uuid}`}
            >
              {t('copy')}
            </LinkButton>
          )}
          <CreditButton invoice={invoice} />
          <EndInvoice invoice={invoice} />
        </div>
      </div>
    </>
  )
}

/** Says of an invoice of a pay that this is another by now, and what to do. */
function PayDiffers({ invoice: { pay_differs, status, total } }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one.payDiffers')
  if (!pay_differs) return null
  return (
    <Card pad title={t('title')}>
      <Say kind="blocked">
        {t.rich(status === 'CREATED' ? 'CREATED' : 'other', {
          total: () => <MoneyAmount of={total} />,
        })}
      </Say>
    </Card>
  )
}

function titleOf({ kind, status }: Invoice) {
  if (kind === 'CREDIT_NOTE') return status === 'CREATED' ? 'sendCredit' : 'creditTo'
  return status === 'CREATED' ? 'send' : 'to'
}

/** Says before an invoice is sent that its client would not be told where to pay: what was sent keeps what it says of that. */
function NoWay({ invoice: { currency, destination_uuids: chosen } }: { invoice: Invoice }) {
  const noWay = useNoWay()
  const { data } = useQuery({ ...query('getInvoiceDefaults', {}), refetchOnMount: 'always' })
  const ways = data?.ways.filter(of => chosen?.includes(of.destination_uuid) ?? true)
  const said = ways && noWay(ways, currency)
  if (!said) return null
  return (
    <Card pad>
      <Say kind="unusual">{said}</Say>
    </Card>
  )
}

function SendCard({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  const id = invoice.invoice_uuid
  const edit = `/contractor/invoice/create-invoice?invoice=${id}`
  const isNote = invoice.kind === 'CREDIT_NOTE'
  const asks = !isNote && invoice.line_item_uuid === null
  const begin = { message: '', reminders: asks }
  const to = { client_name: invoice.client_name, client_email: invoice.client_email }
  const [typed, setTyped, sent] = useDraft(`message ${id}`, begin)
  const send = useCall('sendInvoice', {
    refresh: STALE,
    onSuccess: () => {
      sent()
      openAlert(t(isNote ? 'sentCredit' : 'sent', { client: invoice.client_name }), {
        severity: 'success',
      })
    },
    onProblem: problem => {
      for (const { msg } of problem.fields) openAlert(msg, { severity: 'error' })
      return problem.fields.length > 0
    },
  })
  return (
    <>
      {invoice.lacking.length > 0 && (
        <Card pad title={t('lacking')}>
          <div className="stack g8">
            {invoice.lacking.map(({ field, text }) => (
              <Say key={field + text} kind="blocked">
                {text}
              </Say>
            ))}
          </div>
        </Card>
      )}
      {asks && <NoWay invoice={invoice} />}
      <ItemsOf invoice={invoice} />
      <Card pad title={t('message')}>
        <div className="stack g16">
          <TextareaField
            id="invoice_message"
            label={t('messageLabel')}
            rows={4}
            maxLength={2000}
            value={typed.message}
            onChange={event => setTyped({ ...typed, message: event.target.value })}
            help={t(asks ? 'messageHelp' : isNote ? 'messageHelpCredit' : 'messageHelpPay')}
          />
          {asks && (
            <Checkbox
              label={t('remind', { client: invoice.client_name })}
              sub={t('remindSub')}
              checked={typed.reminders}
              onChange={event => setTyped({ ...typed, reminders: event.target.checked })}
            />
          )}
          {to.client_email && (
            <div className="row g8">
              <Icon name="mail" size={16} />
              <span>{t('goesTo', { client: to.client_name, email: to.client_email })}</span>
            </div>
          )}
          <div className="row g12 wrap">
            <Button
              size="lg"
              icon="send"
              loading={send.isPending}
              disabled={invoice.lacking.length > 0}
              onClick={() =>
                send.mutate({ params: { id }, body: { ...typed, version: invoice.version, to } })
              }
            >
              {t(isNote ? 'sendVerbCredit' : 'sendVerb')}
            </Button>
            <LinkButton href={edit} variant="secondary" size="lg">
              {t('edit')}
            </LinkButton>
          </div>
          <p className="meta t2">{t(isNote ? 'fixedCredit' : 'fixed')}</p>
        </div>
      </Card>
    </>
  )
}
