import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { countryName } from '#web/parts/places.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { instantDay } from '#web/parts/times.ts'
import { DocumentReads } from '#web/people/shared.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { FormChip } from './parts/form-chip.tsx'
import { SignForms } from './parts/sign-forms.tsx'
import { TaxQuestions } from './parts/tax-questions.tsx'
import type { Answers, Preview, TaxForms } from './queries.ts'

/** Which tax form the contractor owes whom and why, the questions that decide it, and signing it. */
export function ContractorTaxFormsPage() {
  const t = useTranslations('tax.own')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('getTaxForms', {})}
        skeleton={
          <>
            <HeadSkeleton width={420} />
            <CardSkeleton height={280} />
          </>
        }
      >
        {forms => <TaxFormsView forms={forms} />}
      </QueryView>
    </Page>
  )
}

function TaxFormsView({ forms }: { forms: TaxForms }) {
  const t = useTranslations('tax.own')
  const [asking, setAsking] = useState(false)
  const [read, setRead] = useState<{ answers: Answers; preview: Preview }>()
  const { residence, payers, earlier } = forms
  const american = payers.filter(({ reason }) => reason !== 'PAYER_NOT_US')
  const open = american.filter(({ form }) => form?.state !== 'VALID').length
  const done = () => {
    setAsking(false)
    setRead(undefined)
  }
  if (read)
    return (
      <SignForms
        {...read}
        legalName={forms.legal_name}
        onBack={() => setRead(undefined)}
        onRead={preview => setRead({ ...read, preview })}
        onDone={done}
      />
    )
  if (asking && residence)
    return (
      <TaxQuestions
        forms={forms}
        residence={residence}
        onRead={(answers, preview) => setRead({ answers, preview })}
        onBack={done}
      />
    )
  return (
    <>
      <PageHead
        title={american.length === 0 ? t('none') : t('owed', { open })}
        lead={t('lead')}
        actions={
          american.length > 0 &&
          residence && (
            <Button variant={open > 0 ? 'primary' : 'secondary'} onClick={() => setAsking(true)}>
              {t(forms.answers ? 'again' : 'answer')}
            </Button>
          )
        }
      />
      <div className="stack g20">
        {american.length > 0 && !residence && (
          <NextStep
            icon={<StepIcon name="home" />}
            title={t('address.title')}
            action={<LinkButton href="/contractor/my-profile">{t('address.verb')}</LinkButton>}
          >
            {t('address.text')}
          </NextStep>
        )}
        {payers.length === 0 ? (
          <EmptyState title={t('nobody.title')}>{t('nobody.text')}</EmptyState>
        ) : (
          <Card title={t('payers')}>
            <ul className="rows">
              {payers.map(payer => (
                <PayerRow key={payer.employer_uuid} payer={payer} />
              ))}
            </ul>
          </Card>
        )}
        {earlier.length > 0 && (
          <Card title={t('earlier')} note={t('earlierNote')}>
            <ul className="rows">
              {earlier.map(form => (
                <EarlierRow key={form.form_uuid} form={form} />
              ))}
            </ul>
          </Card>
        )}
        <p className="meta t3">{t('not')}</p>
      </div>
    </>
  )
}

function PayerRow({ payer }: { payer: TaxForms['payers'][number] }) {
  const t = useTranslations('tax.own')
  const { employer_name, country_code, needed, reason, form } = payer
  return (
    <li className="row g16 between top wrap">
      <div className="grow">
        <div className="w6">
          <bdi>{employer_name}</bdi>
        </div>
        <div className="meta t2">
          {t(`reasons.${reason}`, { form: needed ?? '', country: countryName(country_code) })}
        </div>
        {form && (
          <div className="meta t3 mt4">
            {t(form.valid_through ? 'signedUntil' : 'signed', {
              form: form.kind,
              date: instantDay(form.signed_at),
              until: form.valid_through ? formatDate(form.valid_through) : '',
            })}
          </div>
        )}
        {form?.state === 'OUTDATED' && <div className="meta t2 mt4">{t('outdated')}</div>}
        {form && (
          <div className="mt8">
            <DocumentReads reads={form.reads} />
          </div>
        )}
      </div>
      <div className="row g12">
        {(needed || reason === 'NOT_ANSWERED' || form) && <FormChip form={form} />}
        {form && (
          <SaveButton
            file="getTaxFormPdf"
            input={{ params: { id: form.form_uuid } }}
            size="sm"
            label={t('pdfOf', { name: employer_name })}
          >
            {t('pdf')}
          </SaveButton>
        )}
      </div>
    </li>
  )
}

function EarlierRow({ form }: { form: TaxForms['earlier'][number] }) {
  const t = useTranslations('tax.own')
  const { employer_name, kind, signed_at, reads } = form
  return (
    <li>
      <div className="w6">
        <bdi>{employer_name}</bdi>
      </div>
      <div className="meta t3 mt4">{t('signed', { form: kind, date: instantDay(signed_at) })}</div>
      <div className="mt8">
        <DocumentReads reads={reads} />
      </div>
    </li>
  )
}
