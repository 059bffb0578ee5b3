import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { formatDateLong, isPlainDate } from '#domain/kernel/plain-date.ts'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { newUuid } from '#web/kernel/env.ts'
import { useToday } from '#web/kernel/me.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { useForm } from '#web/parts/form.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { ClientAndDates } from './parts/client-and-dates.tsx'
import { FeeAndTotals } from './parts/fee-and-totals.tsx'
import {
  type Client,
  copyOf,
  type Defaults,
  formOf,
  type Invoice,
  type InvoiceForm,
  isTyped,
  isWholeRead,
  nameOf,
  newForm,
  totalsOfForm,
} from './parts/invoice-form.ts'
import { InvoicePages } from './parts/invoice-pages.tsx'
import { InvoiceVersions } from './parts/invoice-versions.tsx'
import { ItemsCard } from './parts/items-card.tsx'
import { ItemsOf } from './parts/items-of.tsx'
import { KeptNow } from './parts/kept-now.tsx'
import { useClients } from './parts/use-clients.ts'
import { formName, useSavedInvoice } from './parts/use-saved-invoice.ts'
import './invoicing.css'

const INVOICES = '/contractor/invoice'

/** Writes an invoice: a new one, with `?copy=` like another, or with `?invoice=` a draft that is kept. It saves itself, with what the client gets beside it. */
export function ContractorEditInvoicePage() {
  const t = useTranslations('invoicing.edit')
  const address = useAddress()
  // What the page was opened with: the address names the draft once it is kept, and before that the place of what was typed.
  const [{ known, begun, copied, client }] = useState(() => ({
    known: address.get('invoice'),
    begun: address.get('new'),
    copied: address.get('copy'),
    client: address.get('client'),
  }))
  const today = useToday()
  const [id] = useState(() => known || begun || newUuid())
  const kept = useQuery({
    ...query('getInvoice', { params: { id } }),
    enabled: known !== '' || begun !== '',
    refetchOnMount: 'always',
  })
  const original = useQuery({
    ...query('getInvoice', { params: { id: copied } }),
    enabled: copied !== '',
  })
  const begunFor = useQuery({
    ...query('getClient', { params: { id: client } }),
    enabled: client !== '',
  })
  const defaults = useQuery(query('getInvoiceDefaults', {}))
  // What was begun at this address may have been kept before it could say so, or never.
  const isNew = known === '' && (begun === '' || kept.error?.status === 404)
  const ready =
    (isNew || (kept.data && kept.isFetchedAfterMount)) && (copied === '' || original.data)
  const isAsked = client !== '' && begunFor.error?.status !== 404
  if (!ready || (isAsked && !begunFor.data) || !defaults.data)
    return (
      <Page>
        <h1 className="sr">{t('title')}</h1>
        <Awaited
          of={[...(isNew ? [] : [kept]), original, ...(isAsked ? [begunFor] : []), defaults]}
        >
          <HeadSkeleton />
          <CardSkeleton height={640} />
        </Awaited>
      </Page>
    )
  return (
    <Page>
      <Editor
        id={id}
        kept={isNew ? undefined : kept.data}
        original={original.data}
        defaults={defaults.data}
        begunFor={begunFor.data}
        today={today}
      />
    </Page>
  )
}

type Known = {
  readonly id: string
  readonly kept: Invoice | undefined
  /** The invoice that a new one is a copy of. */
  readonly original: Invoice | undefined
  readonly defaults: Defaults
  /** The client that a new invoice is begun for. */
  readonly begunFor: Client | undefined
  readonly today: string
}

function Editor({ id, kept, original, defaults, begunFor, today }: Known) {
  const t = useTranslations('invoicing.edit')
  const go = useGo()
  const [begin] = useState(() => (kept ? formOf(kept) : newForm(defaults, begunFor, today)))
  const form = useForm<InvoiceForm>(formName(id), {
    mode: 'onTouched',
    defaultValues: original ? copyOf(original, begin) : begin,
  })
  const { keeping, saved, save, goOn } = useSavedInvoice(
    id,
    kept,
    original ? undefined : begin,
    form,
  )
  const { get, set } = useAddress()
  const named = get('invoice') === id
  useEffect(() => {
    if (saved && !named) set({ invoice: id, new: undefined, client: undefined, copy: undefined })
    if (!saved && get('new') !== id) set({ new: id })
  })
  const [focused, setFocused] = useState<number>()
  const values = useWatch({ control: form.control }) as InvoiceForm
  const found = useClients(values.client_uuid)
  const { client, clients } = found
  const credits = kept?.credits ?? null
  const ofPay = kept?.line_item_uuid ? kept : undefined
  return (
    <FormProvider {...form}>
      <PageHead
        crumbs={[{ label: t('crumb'), href: INVOICES }, { label: defaults.next_number }]}
        title={
          <>
            {credits
              ? t('creditOf', { number: credits.number })
              : client
                ? t('of', { client: nameOf(client) })
                : t('title')}{' '}
            <MoneyAmount of={totalOf(values)} />
          </>
        }
        lead={ofPay ? <span>{t('payOf')}</span> : <Lead values={values} credits={credits} />}
        actions={<KeptNow of={keeping} wholeRead={isWholeRead(values)} />}
      />
      {keeping.kind === 'changed' && (
        <InvoiceVersions
          id={id}
          mine={values}
          clients={clients}
          onTheirs={() => {
            forgetDraft(draftPlace(formName(id)))
            window.location.reload()
          }}
          onMine={goOn}
        />
      )}
      <div className="invoice-grid">
        <form className="stack g20" noValidate onSubmit={event => event.preventDefault()}>
          {!credits && (
            <ClientAndDates found={found} today={today} ways={defaults.ways} ofPay={ofPay} />
          )}
          {ofPay ? (
            <ItemsOf invoice={ofPay} />
          ) : (
            <ItemsCard onFocused={setFocused} fixedTax={credits !== null} />
          )}
          <FeeAndTotals client={client} of={credits ? 'credit' : ofPay ? 'pay' : 'invoice'} />
        </form>
        <aside className="stack g16 invoice-side">
          <InvoicePages id={id} version={saved?.version} focused={rowOf(values, focused)} />
          <Card pad>
            <p className="w6">{client ? t('to', { email: client.email }) : t('toNobody')}</p>
            <p className="meta t2 mt4">
              {t(credits ? 'sendsCredit' : ofPay ? 'sendsPay' : 'sends')}
            </p>
            <div className="mt12">
              <Button
                full
                size="lg"
                disabled={!saved}
                onClick={async () => {
                  save()
                  // Nothing is sent without an amount, a fee or a tax that was typed and could not be read.
                  if (await form.trigger(undefined, { shouldFocus: true }))
                    go(`/contractor/send-invoice/${id}`)
                }}
              >
                {t('review')}
              </Button>
            </div>
          </Card>
        </aside>
      </div>
    </FormProvider>
  )
}

/** Which of the items of the page is typed in: what holds nothing yet is not on it. */
function rowOf({ items }: InvoiceForm, focused: number | undefined): number | undefined {
  const item = focused === undefined ? undefined : items[focused]
  return item && isTyped(item) ? items.slice(0, focused).filter(isTyped).length : undefined
}

function totalOf(values: InvoiceForm) {
  const { total_minor } = totalsOfForm(values)
  return { currency: values.currency, amount_in_smallest_unit: Number(total_minor) }
}

/** What is left for the contractor and by when, or how much a credit note may take off. */
function Lead({ values, credits }: { values: InvoiceForm; credits: Invoice['credits'] }) {
  const t = useTranslations('invoicing.edit')
  if (credits)
    return (
      <span>{t.rich('creditLeft', { amount: () => <MoneyAmount of={credits.creditable} /> })}</span>
    )
  const receives = {
    currency: values.currency,
    amount_in_smallest_unit: Number(totalsOfForm(values).receives_minor),
  }
  return (
    <span>
      {isPlainDate(values.due_date)
        ? t.rich('receive', {
            amount: () => <MoneyAmount of={receives} />,
            date: formatDateLong(values.due_date),
          })
        : t.rich('receiveUndated', { amount: () => <MoneyAmount of={receives} /> })}
    </span>
  )
}
