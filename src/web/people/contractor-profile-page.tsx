import { useState } from 'react'
import { query } from '#web/kernel/queries.ts'
import { fetchFile } from '#web/parts/download.ts'
import { FileView } from '#web/parts/file-view.tsx'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { AddressDialog } from './parts/address-dialog.tsx'
import {
  DocumentReads,
  type DocumentRecord,
  documentTitle,
  VerificationChip,
} from './parts/document-words.tsx'
import { type AddressKind, addressLines, type ContractorSelf } from './parts/personal-form.ts'
import '#web/parts/parts.css'

const EDIT = '/dashboard/contractor/complete-profile'

/** The contractor's own profile: names, addresses, documents, and who opened which document and when. */
export function ContractorProfilePage() {
  return (
    <Page>
      <QueryView
        title="My profile"
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
  const [moving, setMoving] = useState<AddressKind>()
  const name = [self.first_name, self.middle_name, self.last_name].filter(Boolean).join(' ')
  return (
    <>
      <PageHead
        title={<bdi>{name || self.email}</bdi>}
        lead={<VerificationChip status={self.verification_status} />}
        actions={
          <LinkButton variant="secondary" icon="edit" href={`${EDIT}?step=personal`}>
            Edit
          </LinkButton>
        }
      />
      <div className="stack g20">
        <ReviewStep self={self} />
        <div className="halves">
          <Card title="Personal information" pad>
            <DefinitionRows
              rows={[
                { id: 'legal', term: 'Legal name', value: <bdi>{name || 'Missing'}</bdi> },
                {
                  id: 'preferred',
                  term: 'Preferred name',
                  value: <bdi>{self.preferred_name || 'Missing'}</bdi>,
                },
                { id: 'email', term: 'Email', value: self.email },
                {
                  id: 'phone',
                  term: 'Phone number',
                  value: <bdi dir="ltr">{self.phone_number || 'Missing'}</bdi>,
                },
              ]}
            />
          </Card>
          <Card title="Addresses">
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

function ReviewStep({ self }: { self: ContractorSelf }) {
  const { verification_status: status, verification_reason: reason } = self
  if (status !== 'REJECTED' && status !== 'UNVERIFIED') return null
  return (
    <NextStep
      icon={<StepIcon name="shield" />}
      tone={status === 'REJECTED' ? 'warn' : 'run'}
      title={
        status === 'REJECTED' ? 'A document must be sent again' : 'Your profile is not complete'
      }
      action={<LinkButton href={EDIT}>Go on</LinkButton>}
    >
      {reason ? <bdi>{reason}</bdi> : 'Until you are verified, payments to you wait.'}
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
  const address = self[kind]
  const title = kind === 'permanent_address' ? 'Permanent address' : 'Mailing address'
  return (
    <li className="row g12 top">
      <div className="grow">
        <h3 className="meta t3">{title}</h3>
        {address ? (
          addressLines(address).map(line => (
            <div key={line}>
              <bdi>{line}</bdi>
            </div>
          ))
        ) : (
          <div className="t2">
            {kind === 'mailing_address' ? 'The same as the permanent one' : 'Missing'}
          </div>
        )}
      </div>
      <Button
        variant="text"
        size="sm"
        aria-label={`Change: ${title}`}
        onClick={() => onChange(kind)}
      >
        Change
      </Button>
    </li>
  )
}

function Documents({ documents }: { documents: readonly DocumentRecord[] }) {
  const [open, setOpen] = useState<DocumentRecord>()
  return (
    <Card title="Documents" note="You see here whoever opens one" pad={documents.length === 0}>
      {documents.length === 0 ? (
        <p className="meta t2">You have not sent any documents yet.</p>
      ) : (
        <ul className="rows">
          {documents.map(document => (
            <li key={document.document_uuid} className="row g16 top wrap">
              <div className="grow">
                <div className="row g8 wrap">
                  <span className="w5">{documentTitle(document)}</span>
                  <VerificationChip status={document.status} />
                </div>
                <div className="meta t3 mt2">
                  <bdi>{document.file_name}</bdi>
                </div>
                {document.status === 'REJECTED' && (
                  <p className="meta err mt4">
                    <bdi>{document.reason}</bdi>
                  </p>
                )}
                <div className="mt8">
                  <DocumentReads reads={document.reads} />
                </div>
              </div>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Open ${documentTitle(document)}`}
                onClick={() => setOpen(document)}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <Dialog open wide title={documentTitle(open)} onClose={() => setOpen(undefined)}>
          <FileView
            id={['own', open.file_uuid]}
            title={documentTitle(open)}
            load={() => fetchFile('getDocument', { params: { id: open.document_uuid } })}
          />
        </Dialog>
      )}
    </Card>
  )
}
