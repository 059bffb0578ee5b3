import { useState } from 'react'
import { ID_DOCUMENT_TYPE_LABELS, RESIDENCY_LABELS } from '#domain/people/identity-documents.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { Say } from '#web/ui/say.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type DocumentRecord, VerificationChip } from './document-words.tsx'
import { inParts } from './in-parts.ts'
import type { ContractorSelf } from './personal-form.ts'

type Body = NonNullable<ClientInput<'putPersonalDocuments'>['body']>
type Kind = Exclude<keyof Body, 'id_document_type' | 'residency'>
interface Asked {
  readonly kind: Kind
  readonly label: string
  readonly help: string
  readonly needed: boolean
}

function askedOf(self: ContractorSelf): Asked[] {
  const mailing: Asked = {
    kind: 'mailing_address_document',
    label: 'Proof of mailing address',
    help: 'A bill or a letter with this address, not older than three months',
    needed: true,
  }
  return [
    {
      kind: 'identification_document',
      label: 'Identification document',
      help: 'All four corners visible, with the photo and the number',
      needed: true,
    },
    {
      kind: 'permanent_address_document',
      label: 'Proof of permanent address',
      help: 'A bill or a bank statement with your name, not older than three months',
      needed: true,
    },
    ...(self.mailing_address ? [mailing] : []),
    {
      kind: 'status_document',
      label: 'Status document',
      help: 'A residence permit or visa, if you are not a citizen',
      needed: false,
    },
  ]
}

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

function upload({ size: _, ...file }: FileValue): NonNullable<Body[Kind]> {
  return file as NonNullable<Body[Kind]>
}

/** Everything that the step holds: chosen files, the two choices, what is wrong, and sending it. */
function useDocuments(self: ContractorSelf, onSaved: () => void) {
  const [files, setFiles] = useState<Partial<Record<Kind, FileValue | null>>>({})
  const known = self.documents.find(({ kind }) => kind === 'identification_document')
  const [idType, setIdType] = useState(known?.document_type ?? '')
  const [residency, setResidency] = useState('')
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
    if (idType === '') found.id_document_type = 'Choose the type of your document'
    if (residency === '' && !known) found.residency = 'Choose your residency'
    for (const { kind, label, needed } of asked) {
      const sent = self.documents.find(document => document.kind === kind)
      if (needed && !files[kind] && (!sent || sent.status === 'REJECTED'))
        found[kind] = `${label} is required`
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
        label="Type of identification"
        required
        value={step.idType}
        options={options(ID_DOCUMENT_TYPE_LABELS)}
        error={wrong.id_document_type}
        onChange={step.setIdType}
      />
      <SelectField
        id="residency"
        label="Residency"
        required={step.first}
        value={step.residency}
        options={options(RESIDENCY_LABELS)}
        error={wrong.residency}
        onChange={step.setResidency}
      />
      {asked.map(({ kind, label, help, needed }) => {
        const sent = self.documents.find(document => document.kind === kind)
        return (
          <div key={kind} className="stack g8">
            <FileField
              id={kind}
              label={label}
              required={needed && (!sent || sent.status === 'REJECTED')}
              help={help}
              error={wrong[kind]}
              value={files[kind] ?? null}
              onChange={file => setFiles({ ...files, [kind]: file })}
            />
            {sent && <SentBefore document={sent} />}
          </div>
        )
      })}
      <Say kind="note" icon="shield">
        Only Corridor’s reviewers open them, and you see who did and when.
      </Say>
      <Button type="submit" size="lg" className="mt8" loading={send.isPending}>
        Send documents
      </Button>
    </form>
  )
}

function SentBefore({ document }: { document: DocumentRecord }) {
  return (
    <div className="stack g4">
      <div className="row g8 wrap meta t2">
        <VerificationChip status={document.status} />
        <span className="grow cut">
          Sent before: <bdi>{document.file_name}</bdi>
        </span>
      </div>
      {document.status === 'REJECTED' && (
        <Say kind="blocked" word="Refused.">
          <bdi>{document.reason ?? 'Send it again.'}</bdi>
        </Say>
      )}
    </div>
  )
}
