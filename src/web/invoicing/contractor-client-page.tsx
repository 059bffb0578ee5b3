import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, FormProvider, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { AddressFields } from '#web/parts/address-fields.tsx'
import {
  type AddressForm,
  addressForm,
  addressInput,
  addressWords,
} from '#web/parts/address-form.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { refusedWhole, showProblem, useForm } from '#web/parts/form.ts'
import { optionsOf } from '#web/parts/options-of.ts'
import { differing, TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { useEmailProblem } from '#web/parts/use-email-problem.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { ArchiveClient } from './parts/archive-client.tsx'
import type { Client } from './parts/invoice-form.ts'

const INVOICES = '/contractor/invoice'
const CREATE = '/contractor/invoice/create-invoice'

type ClientForm = {
  client_name: string
  company_name: string
  email: string
  phone_number: string
  tax_number: string
  currency: string
  client_address: AddressForm
}

/** What the form calls the parts of an address. */
const NAMES = {
  'address.street_number_and_name': 'client_address.street_number_and_name',
  'address.city_or_municipality': 'client_address.city_or_municipality',
  'address.postal_code': 'client_address.postal_code',
  'address.country_code': 'client_address.country_code',
  'address.subdivision_code': 'client_address.subdivision_code',
} as const

/** Adds a client, or with `?client=` changes one; an invoice to a new one is begun from here. */
export function ContractorClientPage() {
  const t = useTranslations('invoicing.client')
  const id = useAddress().get('client')
  const client = useQuery({ ...query('getClient', { params: { id } }), enabled: id !== '' })
  const [opened, setOpened] = useState(0)
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumb'), href: INVOICES }, { label: t(id ? 'change' : 'title') }]}
        title={t(id ? 'change' : 'title')}
        lead={t('lead')}
      />
      {client.error?.status === 404 ? (
        <Say kind="blocked" to={<Link href={INVOICES}>{t('crumb')}</Link>}>
          {t('gone')}
        </Say>
      ) : id && !client.data ? (
        <Awaited of={[client]}>
          <CardSkeleton height={560} />
        </Awaited>
      ) : (
        <Fields key={opened} client={client.data} onTheirs={() => setOpened(opened + 1)} />
      )}
    </Page>
  )
}

function Fields({ client, onTheirs }: { client: Client | undefined; onTheirs: () => void }) {
  const t = useTranslations('invoicing.client')
  const go = useGo()
  const name = `client ${client?.uuid ?? ''}`
  const { seen, isOther, hear, close } = useSeenVersion(client?.version, ['getClient'])
  const form = useForm<ClientForm>(name, {
    defaultValues: formOf(client),
    mode: 'onTouched',
  })
  const settings = {
    refresh: ['listClients', 'getClient', 'listInvoices', 'getMe'] as const,
    onSuccess: ({ uuid }: Client) => {
      openAlert(t('done'), { severity: 'success' })
      go(client ? INVOICES : `${CREATE}?client=${uuid}`)
    },
    onProblem: (problem: ApiProblem) => {
      if (!(client && hear(problem))) showProblem(form.setError, problem, NAMES)
      return true
    },
  }
  const add = useCall('createClient', settings)
  const change = useCall('putClient', settings)
  const refused = refusedWhole(form.formState.errors)
  const submit = (over: string | undefined) =>
    form.handleSubmit(({ client_address, ...values }) => {
      const body = { ...values, address: addressInput(client_address) }
      close(over)
      if (client) change.mutate({ params: { id: client.uuid }, body: { ...body, seen: over } })
      else add.mutate({ body })
    })()
  const takeTheirs = () => {
    forgetDraft(draftPlace(name))
    onTheirs()
  }
  return (
    <form
      noValidate
      className="form-column"
      onSubmit={event => {
        event.preventDefault()
        void submit(seen)
      }}
    >
      {refused && <ErrorBox>{refused}</ErrorBox>}
      {client && isOther && (
        <Versions
          client={client}
          mine={form.getValues()}
          onTheirs={takeTheirs}
          onMine={() => void submit(client.version)}
        />
      )}
      <FormProvider {...form}>
        <WhoFields />
        <AddressFields at="client_address" />
        <MoreFields />
      </FormProvider>
      <div className="row g12 wrap">
        <Button type="submit" size="lg" loading={add.isPending || change.isPending}>
          {t(client ? 'save' : 'add')}
        </Button>
        <LinkButton href={INVOICES} variant="secondary" size="lg">
          {t('cancel')}
        </LinkButton>
        {client && <ArchiveClient client={client} leadsTo={INVOICES} />}
      </div>
    </form>
  )
}

/** What the client is by now beside what stands in the form. */
function Versions({
  client,
  mine,
  ...answers
}: {
  client: Client
  mine: ClientForm
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('invoicing.client')
  const theirs = formOf(client)
  const fields = [
    'client_name',
    'company_name',
    'email',
    'phone_number',
    'currency',
    'tax_number',
  ] as const
  const rows = [
    ...fields.map(field => ({ term: t(LABELS[field]), theirs: theirs[field], mine: mine[field] })),
    {
      term: t('address'),
      theirs: addressWords(theirs.client_address),
      mine: addressWords(mine.client_address),
    },
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}

const LABELS = {
  client_name: 'name',
  company_name: 'company',
  email: 'email',
  phone_number: 'phone',
  currency: 'currency',
  tax_number: 'taxNumber',
} as const

function formOf(client: Client | undefined): ClientForm {
  return {
    client_name: client?.client_name ?? '',
    company_name: client?.company_name ?? '',
    email: client?.email ?? '',
    phone_number: client?.phone_number ?? '',
    tax_number: client?.tax_number ?? '',
    currency: client?.currency ?? 'USD',
    client_address: addressForm(client?.address ?? null),
  }
}

function WhoFields() {
  const t = useTranslations('invoicing.client')
  const emailProblem = useEmailProblem()
  const { register, formState } = useFormContext<ClientForm>()
  const { errors } = formState
  return (
    <>
      <TextField
        id="client_name"
        label={t('name')}
        required
        help={t('nameHelp')}
        error={errors.client_name}
        {...register('client_name', { required: t('nameMissing') })}
      />
      <TextField
        id="company_name"
        label={t('company')}
        help={t('companyHelp')}
        error={errors.company_name}
        {...register('company_name')}
      />
      <TextField
        id="client_email"
        label={t('email')}
        type="email"
        required
        error={errors.email}
        {...register('email', { validate: emailProblem })}
      />
    </>
  )
}

function MoreFields() {
  const t = useTranslations('invoicing.client')
  const { register, control, formState } = useFormContext<ClientForm>()
  const { errors } = formState
  const currencies = useQuery(query('listCurrencies', {}))
  return (
    <>
      <TextField
        id="client_phone"
        label={t('phone')}
        type="tel"
        error={errors.phone_number}
        {...register('phone_number')}
      />
      <div className="pair">
        <Controller
          control={control}
          name="currency"
          rules={{ required: t('currencyMissing') }}
          render={({ field, fieldState }) => (
            <ComboboxField
              {...field}
              id="client_currency"
              label={t('currency')}
              required
              {...optionsOf(currencies)}
              options={(currencies.data ?? []).map(({ code, name }) => ({
                value: code,
                label: `${code} ${name}`,
              }))}
              error={fieldState.error}
            />
          )}
        />
        <TextField
          id="client_tax_number"
          label={t('taxNumber')}
          error={errors.tax_number}
          {...register('tax_number')}
        />
      </div>
    </>
  )
}
