import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { phoneText } from '#domain/kernel/phone.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { RESIDENCIES } from '#domain/people/identity-documents.ts'
import { query } from '#web/kernel/queries.ts'
import { countryName } from '#web/parts/places.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { AddressDialog } from './parts/address-dialog.tsx'
import {
  DocumentReads,
  type DocumentRecord,
  useDocumentTitle,
  VerificationChip,
} from './parts/document-words.tsx'
import { OpenDocument } from './parts/open-document.tsx'
import { PapersOf, sendAgainAddress } from './parts/papers-to-send.tsx'
import type { AddressKind, ContractorSelf } from './parts/personal-form.ts'
import { addressLines } from './parts/personal-form.ts'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const EDIT = '/dashboard/contractor/complete-profile'

/** The contractor's own profile: names, addresses, documents, and who opened which document and when. */
export function ContractorProfilePage() {
  const t = useTranslations('people.own')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('getContractorSelf', {})}
        skeleton={
          <>
            <HeadSkeleton />
            <div className="halves">
              <CardSkeleton height={250} />
              <CardSkeleton height={250} />
            </div>
          </>
        }
      >
        {self => <Profile self={self} />}
      </QueryView>
    </Page>
  )
}

function Profile({ self }: { self: ContractorSelf }) {
  const t = useTranslations('people.own')
  const [moving, setMoving] = useState<AddressKind>()
  const residence = useResidence(self)
  const given = [self.first_name, self.middle_name].filter(Boolean).join(' ')
  const name = personName({ ...self, first_name: given })
  return (
    <>
      <PageHead
        title={<bdi>{name || self.email}</bdi>}
        lead={<VerificationChip status={self.verification_status} />}
        actions={
          <>
            <LinkButton variant="secondary" icon="file" href="/contractor/tax-forms">
              {t('taxForms')}
            </LinkButton>
            <LinkButton variant="secondary" icon="edit" href={`${EDIT}?step=personal`}>
              {t('edit')}
            </LinkButton>
          </>
        }
      />
      <div className="stack g20">
        <PapersOf documents={self.documents} />
        <ReviewStep self={self} />
        <div className="halves">
          <Card title={t('personal')} pad>
            <DefinitionRows
              rows={[
                { id: 'legal', term: t('legalName'), value: <bdi>{name || t('missing')}</bdi> },
                {
                  id: 'preferred',
                  term: t('preferred'),
                  value: <bdi>{self.preferred_name || t('missing')}</bdi>,
                },
                { id: 'email', term: t('email'), value: self.email },
                {
                  id: 'phone',
                  term: t('phone'),
                  value: <bdi dir="ltr">{phoneText(self.phone_number) || t('missing')}</bdi>,
                },
                ...residence,
              ]}
            />
          </Card>
          <Card title={t('addresses')}>
            <ul className="rows">
              <AddressRow self={self} kind="permanent_address" onChange={setMoving} />
              <AddressRow self={self} kind="mailing_address" onChange={setMoving} />
            </ul>
          </Card>
        </div>
        <Documents documents={self.documents} />
      </div>
      {moving && <AddressDialog self={self} kind={moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}

/** By which right they live where they do, as they said it of their identity document; nothing where they did not. */
function useResidence({ documents }: ContractorSelf) {
  const t = useTranslations('people.own')
  const tResidency = useTranslations('people.upload.residencies')
  const identity = documents.find(({ kind }) => kind === 'identification_document')
  const residency = RESIDENCIES.find(one => one === identity?.residency)
  const citizenship = identity?.citizenship
  return [
    ...(residency ? [{ id: 'residency', term: t('residency'), value: tResidency(residency) }] : []),
    ...(citizenship
      ? [{ id: 'citizenship', term: t('citizenship'), value: countryName(citizenship) }]
      : []),
  ]
}

function ReviewStep({ self }: { self: ContractorSelf }) {
  const t = useTranslations('people.own')
  const { verification_status: status, verification_reason: reason } = self
  // A document that was rejected says so itself.
  if (self.documents.some(of => of.status === 'REJECTED')) return null
  if (status !== 'REJECTED' && status !== 'UNVERIFIED') return null
  return (
    <NextStep
      icon={<StepIcon name="shield" />}
      tone={status === 'REJECTED' ? 'warn' : 'run'}
      title={t(status === 'REJECTED' ? 'again' : 'incomplete')}
      action={<LinkButton href={EDIT}>{t('goOn')}</LinkButton>}
    >
      {reason ? <bdi>{reason}</bdi> : t('wait')}
    </NextStep>
  )
}

function AddressRow({
  self,
  kind,
  onChange,
}: {
  self: ContractorSelf
  kind: AddressKind
  onChange: (kind: AddressKind) => void
}) {
  const t = useTranslations('people.own')
  const address = self[kind]
  const tAddress = useTranslations('people.address')
  return (
    <li className="row g12 top">
      <div className="grow">
        <h3 className="meta t3">{tAddress(kind)}</h3>
        {address ? (
          addressLines(address).map(line => (
            <div key={line}>
              <bdi>{line}</bdi>
            </div>
          ))
        ) : (
          <div className="t2">{t(kind === 'mailing_address' ? 'same' : 'missing')}</div>
        )}
      </div>
      <Button
        variant="text"
        size="sm"
        aria-label={t(kind === 'permanent_address' ? 'changePermanent' : 'changeMailing')}
        onClick={() => onChange(kind)}
      >
        {t('change')}
      </Button>
    </li>
  )
}

/** What was said of an identity document; of its number the end. */
function DocumentFacts({ document }: { document: DocumentRecord }) {
  const t = useTranslations('people.own')
  const { number_label, issuing_country, expires_on } = document
  const facts = [
    number_label && t('number', { label: number_label }),
    issuing_country && countryName(issuing_country),
    expires_on && t('expires', { day: formatDate(expires_on) }),
  ].filter(Boolean)
  return facts.length > 0 ? <div className="meta t2 mt2">{facts.join(', ')}</div> : null
}

function Documents({ documents }: { documents: readonly DocumentRecord[] }) {
  const t = useTranslations('people.own')
  const titleOf = useDocumentTitle()
  return (
    <Card title={t('documents')} note={t('documentsNote')} pad={documents.length === 0}>
      {documents.length === 0 ? (
        <p className="meta t2">{t('none')}</p>
      ) : (
        <ul className="rows">
          {documents.map(document => (
            <li key={document.document_uuid} className="row g16 top wrap">
              <div className="grow" style={{ flexBasis: 220 }}>
                <div className="row g8 wrap">
                  <span className="w5">{titleOf(document)}</span>
                  <VerificationChip status={document.status} />
                </div>
                <div className="meta t3 mt2">
                  <bdi>{document.file_name}</bdi>
                </div>
                <DocumentFacts document={document} />
                {document.status === 'REJECTED' && (
                  <p className="meta err mt4">
                    <bdi>{document.reason}</bdi>
                  </p>
                )}
                <div className="mt8">
                  <DocumentReads reads={document.reads} />
                </div>
              </div>
              <span className="row g8">
                <LinkButton
                  variant="text"
                  size="sm"
                  aria-label={t('replaceOne', { title: titleOf(document) })}
                  href={sendAgainAddress(document)}
                >
                  {t('replace')}
                </LinkButton>
                <OpenDocument document={document} call="getDocument" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
