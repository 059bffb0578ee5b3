import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import { EndInvoice } from './parts/end-invoice.tsx'
import { InvoiceChip } from './parts/invoice-chip.tsx'
import { type Invoice, STALE } from './parts/invoice-form.ts'
import { PaymentsCard } from './parts/payments-card.tsx'
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
        title={t.rich(invoice.status === 'CREATED' ? 'send' : 'to', {
          amount: () => <MoneyAmount of={invoice.total} />,
          client: () => <bdi>{client || t('nobody')}</bdi>,
        })}
        lead={
          <>
            <InvoiceChip of={invoice} />
            {due_date && <span>{t('due', { date: formatDateLong(due_date) })}</span>}
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
          {invoice.allowed_actions.includes('send') ? (
            <SendCard invoice={invoice} />
          ) : (
            <ItemsOf invoice={invoice} />
          )}
        </div>
        <div className="stack g20">
          <Sums invoice={invoice} />
          <PaymentsCard invoice={invoice} />
          {number !== null && <Links invoice={invoice} />}
          {number !== null && (
            <LinkButton
              variant="secondary"
              icon="copy"
              href={`/contractor/invoice/create-invoice?copy=${invoice.invoice_uuid}`}
            >
              {t('copy')}
            </LinkButton>
          )}
          <EndInvoice invoice={invoice} />
        </div>
      </div>
    </>
  )
}

function SendCard({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  const id = invoice.invoice_uuid
  const edit = `/contractor/invoice/create-invoice?invoice=${id}`
  const [message, setMessage, sent] = useDraft(`message ${id}`, '')
  const send = useCall('sendInvoice', {
    refresh: STALE,
    onSuccess: () => {
      sent('')
      openAlert(t('sent', { client: invoice.client_name }), { severity: 'success' })
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
      <ItemsOf invoice={invoice} />
      <Card pad title={t('message')}>
        <div className="stack g16">
          <TextareaField
            id="invoice_message"
            label={t('messageLabel')}
            rows={4}
            maxLength={2000}
            value={message}
            onChange={event => setMessage(event.target.value)}
            help={t('messageHelp')}
          />
          <div className="row g12 wrap">
            <Button
              size="lg"
              icon="send"
              loading={send.isPending}
              disabled={invoice.lacking.length > 0}
              onClick={() => send.mutate({ params: { id }, body: { message } })}
            >
              {t('sendVerb')}
            </Button>
            <LinkButton href={edit} variant="secondary" size="lg">
              {t('edit')}
            </LinkButton>
          </div>
          <p className="meta t2">{t('fixed')}</p>
        </div>
      </Card>
    </>
  )
}

function ItemsOf({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  return (
    <Card pad title={t('items', { count: invoice.invoice_items.length })}>
      <DefinitionRows
        rows={invoice.invoice_items.map(({ description, amount }, at) => ({
          id: `${at}`,
          term: description || t('noWords'),
          value: <MoneyAmount of={amount} />,
        }))}
      />
      {invoice.note && <p className="meta t2 mt12">{invoice.note}</p>}
    </Card>
  )
}

function Sums({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  const { net, tax, total, paid, owed, receives, status } = invoice
  const row = (id: 'net' | 'tax' | 'total' | 'paid' | 'owed' | 'receives', of: typeof net) => ({
    id,
    term: t(`sums.${id}`),
    value: <MoneyAmount of={of} />,
  })
  const asked = status !== 'CREATED'
  return (
    <Card pad title={t('sums.title')}>
      <DefinitionRows
        rows={[
          row('net', net),
          ...(tax.amount_in_smallest_unit > 0 ? [row('tax', tax)] : []),
          { ...row('total', total), strong: true, ruled: true },
          { ...row('receives', receives), sub: true },
          ...(asked ? [row('paid', paid), { ...row('owed', owed), strong: true }] : []),
        ]}
      />
    </Card>
  )
}

/** The links that the client has: when one was opened, another to hand over, and the way to stop all. */
function Links({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  const params = { id: invoice.invoice_uuid }
  const [url, setUrl] = useState('')
  const make = useCall('makeInvoiceLink', {
    refresh: ['getInvoice'],
    onSuccess: answer => setUrl(answer.url),
  })
  const stop = useCall('revokeInvoiceLinks', {
    refresh: STALE,
    onSuccess: () => {
      setUrl('')
      openAlert(t('links.stopped'), { severity: 'success' })
    },
  })
  return (
    <Card pad title={t('links.title')}>
      <div className="stack g12">
        <p className="meta t2">
          {invoice.opened_at
            ? t('links.opened', { at: atTime(invoice.opened_at) })
            : t('links.unopened')}
        </p>
        {url && (
          <div className="stack g4">
            <p className="meta cut">{url}</p>
            <CopyButton text={url} of={t('links.link')} />
          </div>
        )}
        <div className="row g8 wrap">
          <Button
            size="sm"
            variant="secondary"
            loading={make.isPending}
            onClick={() => make.mutate({ params })}
          >
            {t('links.make')}
          </Button>
          {invoice.allowed_actions.includes('revoke_link') && (
            <Button
              size="sm"
              variant="danger"
              loading={stop.isPending}
              onClick={() => stop.mutate({ params })}
            >
              {t('links.stop')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
