import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { Say } from '#web/ui/say.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type DocumentRecord, ID_TYPES, VerificationChip } from './document-words.tsx'
import { inParts } from './in-parts.ts'
import type { ContractorSelf } from './personal-form.ts'

type Body = NonNullable<ClientInput<'putPersonalDocuments'>['body']>
type Kind = Exclude<keyof Body, 'id_document_type' | 'residency'>
interface Asked {
  readonly kind: Kind
  readonly needed: boolean
}

function askedOf(self: ContractorSelf): Asked[] {
  return [
    { kind: 'identification_document', needed: true },
    { kind: 'permanent_address_document', needed: true },
    ...(self.mailing_address ? [{ kind: 'mailing_address_document', needed: true } as const] : []),
    { kind: 'status_document', needed: false },
  ]
}

/** Residency (specification 3). */
const RESIDENCIES = ['CITIZEN', 'PERMANENT_RESIDENT', 'TEMPORARY_RESIDENT', 'OTHER'] as const

function upload({ size: _, ...file }: FileValue): NonNullable<Body[Kind]> {
  return file as NonNullable<Body[Kind]>
}

/** Everything that the step holds: chosen files, the two choices, what is wrong, and sending it. */
function useDocuments(self: ContractorSelf, onSaved: () => void) {
  const t = useTranslations('people.upload')
  const tDocuments = useTranslations('people.documents')
  const [files, setFiles] = useState<Partial<Record<Kind, FileValue | null>>>({})
  const known = self.documents.find(({ kind }) => kind === 'identification_document')
  const [idType, setIdType, typeSent] = useDraft<string>(
    'type of document',
    known?.document_type ?? '',
  )
  const [residency, setResidency, residencySent] = useDraft('residency', '')
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const send = useCall('putPersonalDocuments', {
    refresh: ['getContractorSelf', 'listDocuments', 'getMe', 'listNextPays'],
    onProblem: problem => {
      const named = problem.fields.map(({ loc, msg }) => [String(loc[1] ?? 'form'), msg])
      setWrong(named.length > 0 ? Object.fromEntries(named) : { form: problem.detail })
      return true
    },
  })
  const asked = askedOf(self)
  const check = () => {
    const found: Record<string, string> = {}
    if (idType === '') found.id_document_type = t('typeMissing')
    if (residency === '' && !known) found.residency = t('residencyMissing')
    for (const { kind, needed } of asked) {
      const sent = self.documents.find(document => document.kind === kind)
      if (needed && !files[kind] && (!sent || sent.status === 'REJECTED'))
        found[kind] = t('missing', { document: tDocuments(`kinds.${kind}`) })
    }
    return found
  }
  const submit = async () => {
    const found = check()
    setWrong(found)
    if (Object.keys(found).length > 0) return
    const chosen = Object.entries(files).flatMap(([kind, file]) =>
      file ? [[kind, upload(file)] as const] : [],
    )
    const described = {
      id_document_type: idType as NonNullable<Body['id_document_type']>,
      ...(residency ? { residency: residency as NonNullable<Body['residency']> } : {}),
    }
    for (const part of inParts(Object.fromEntries(chosen))) {
      const body: Body = { ...part, ...described }
      // What is wrong with one is shown by `onProblem`; those before it are handed in.
      if (!(await send.mutateAsync({ body }).catch(() => undefined))) return
    }
    typeSent()
    residencySent()
    onSaved()
  }
  return {
    first: !known,
    asked,
    files,
    setFiles,
    idType,
    setIdType,
    residency,
    setResidency,
    wrong,
    send,
    submit,
  }
}

/** The second step of the profile: the documents that prove identity and addresses; one that was refused is asked again. */
export function DocumentsStep({ self, onSaved }: { self: ContractorSelf; onSaved: () => void }) {
  const t = useTranslations('people.upload')
  const tDocuments = useTranslations('people.documents')
  const step = useDocuments(self, onSaved)
  const { asked, files, setFiles, wrong, send, submit } = step
  return (
    <form
      noValidate
      className="form-column"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {wrong.form && <ErrorBox>{wrong.form}</ErrorBox>}
      <SelectField
        id="id_document_type"
        label={t('type')}
        required
        value={step.idType}
        options={ID_TYPES.map(value => ({ value, label: tDocuments(`types.${value}`) }))}
        error={wrong.id_document_type}
        onChange={step.setIdType}
      />
      <SelectField
        id="residency"
        label={t('residency')}
        required={step.first}
        value={step.residency}
        options={RESIDENCIES.map(value => ({ value, label: t(`residencies.${value}`) }))}
        error={wrong.residency}
        onChange={step.setResidency}
      />
      {asked.map(({ kind, needed }) => {
        const sent = self.documents.find(document => document.kind === kind)
        return (
          <div key={kind} className="stack g8">
            <FileField
              id={kind}
              label={tDocuments(`kinds.${kind}`)}
              required={needed && (!sent || sent.status === 'REJECTED')}
              help={t(`help.${kind}`)}
              error={wrong[kind]}
              value={files[kind] ?? null}
              onChange={file => setFiles({ ...files, [kind]: file })}
            />
            {sent && <SentBefore document={sent} />}
          </div>
        )
      })}
      <Say kind="note" icon="shield">
        {t('privacy')}
      </Say>
      <Button type="submit" size="lg" className="mt8" loading={send.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

function SentBefore({ document }: { document: DocumentRecord }) {
  const t = useTranslations('people.upload')
  return (
    <div className="stack g4">
      <div className="row g8 wrap meta t2">
        <VerificationChip status={document.status} />
        <span className="grow cut">
          {t.rich('before', { name: () => <bdi>{document.file_name}</bdi> })}
        </span>
      </div>
      {document.status === 'REJECTED' && (
        <Say kind="blocked" word={t('refused')}>
          <bdi>{document.reason ?? t('again')}</bdi>
        </Say>
      )}
    </div>
  )
}
