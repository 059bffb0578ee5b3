import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  hasBack,
  type IdDocumentType,
  provesStatus,
  type Residency,
} from '#domain/people/identity-documents.ts'
import { filesArrived } from '#web/kernel/lost-files.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import type { FileValue } from '#web/ui/file-field.tsx'
import type { Translator } from '#web/words/words.tsx'
import type { DocumentRecord, PersonalKind } from './document-words.tsx'
import { inParts } from './in-parts.ts'
import type { ContractorSelf } from './personal-form.ts'

type Body = NonNullable<ClientInput<'putPersonalDocuments'>['body']>
type Upload = NonNullable<Body[PersonalKind]>

/** What is typed about the papers, beside what stays in nobody's browser. */
const SAID = {
  id_document_type: '',
  id_document_country: '',
  id_document_expires_on: '',
  residency: '',
  citizenship: '',
  status_document_expires_on: '',
}
export type SaidOfPapers = typeof SAID
/** What lies sealed on the server, and is kept in no browser. */
type Sealed = { readonly id_document_number: string; readonly birth_date: string }

/** Whether what is chosen has to be proved; nothing is chosen yet where it is empty. */
function provesOf(residency: string): boolean {
  return residency !== '' && provesStatus(residency as Residency)
}

/** The documents that a form asks for, in its order; `only` is the one that is sent alone, with what belongs to it. */
export function askedKinds(
  self: ContractorSelf,
  { id_document_type, residency }: SaidOfPapers,
  only: PersonalKind | undefined,
): PersonalKind[] {
  const back = id_document_type !== '' && hasBack(id_document_type as IdDocumentType)
  const all: PersonalKind[] = [
    'identification_document',
    ...(back || only === 'identification_document_back'
      ? ['identification_document_back' as const]
      : []),
    ...(provesOf(residency) ? ['status_document' as const] : []),
    'permanent_address_document',
    ...(self.mailing_address ? ['mailing_address_document' as const] : []),
  ]
  if (!only) return all
  if (only === 'identification_document')
    return all.filter(kind => kind.startsWith('identification_document'))
  return [only]
}

/** Everything that the step holds: chosen files, what is said of them, what is wrong, and sending it. */
export function useDocuments(
  self: ContractorSelf,
  only: PersonalKind | undefined,
  onSaved: () => void,
) {
  const t = useTranslations('people.upload')
  const tDocuments = useTranslations('people.documents')
  const sentOf = (kind: string) => self.documents.find(document => document.kind === kind)
  const known = sentOf('identification_document')
  const [files, setFiles] = useState<Partial<Record<PersonalKind, FileValue | null>>>({})
  const [sealed, setSealed] = useState<Sealed>({
    id_document_number: '',
    birth_date: self.birth_date ?? '',
  })
  const [said, setSaid, arrived] = useDraft<SaidOfPapers>(`papers ${only ?? 'all'}`, {
    id_document_type: known?.document_type ?? '',
    id_document_country: known?.issuing_country ?? self.country_code ?? '',
    id_document_expires_on: known?.expires_on ?? '',
    residency: known?.residency ?? '',
    citizenship: known?.citizenship ?? '',
    status_document_expires_on: sentOf('status_document')?.expires_on ?? '',
  })
  const kinds = askedKinds(self, said, only)
  const chosen = Object.fromEntries(kinds.map(kind => [kind, files[kind] ?? null]))
  const wrong = useRefusal<string>({ ...said, ...chosen, ...sealed })
  const send = useCall('putPersonalDocuments', {
    refresh: ['getContractorSelf', 'listDocuments', 'getMe', 'listNextPays', 'getFirstPay'],
    onProblem: wrong.hear,
  })
  const asks = asksOf(only)
  const submit = async () => {
    const found = wrongIn({ kinds, asks, files, sealed, said, known, sentOf }, t, tDocuments)
    wrong.say(found)
    if (Object.keys(found).length > 0) return
    const described = describedIn(said, sealed, asks)
    for (const part of inParts(chosenOf(kinds, files))) {
      const body: Body = { ...part, ...described }
      // What is wrong with one is shown by `onProblem`; those before it are handed in.
      if (!(await send.mutateAsync({ body }).catch(() => undefined))) return
    }
    arrived()
    filesArrived()
    onSaved()
  }
  return {
    kinds,
    asks,
    files,
    sealed,
    said,
    wrong,
    known,
    sentOf,
    loading: send.isPending,
    // A file is chosen once it was read: another may have been by then.
    choose: (kind: PersonalKind, file: FileValue | null) =>
      setFiles(before => ({ ...before, [kind]: file })),
    seal: (changed: Partial<Sealed>) => setSealed({ ...sealed, ...changed }),
    say: (changed: Partial<SaidOfPapers>) => setSaid({ ...said, ...changed }),
    submit,
  }
}

/** What was chosen, as it is sent. */
function chosenOf(kinds: readonly PersonalKind[], files: Filled['files']) {
  const chosen = kinds.flatMap(kind => {
    const file = files[kind]
    return file ? [[kind, upload(file)] as const] : []
  })
  return Object.fromEntries(chosen)
}

type Filled = {
  readonly kinds: readonly PersonalKind[]
  readonly asks: ReturnType<typeof asksOf>
  readonly files: Partial<Record<PersonalKind, FileValue | null>>
  readonly sealed: Sealed
  readonly said: SaidOfPapers
  readonly known: DocumentRecord | undefined
  readonly sentOf: (kind: string) => DocumentRecord | undefined
}

/** What is missing, by field. */
function wrongIn(
  { kinds, asks, files, sealed, said, known, sentOf }: Filled,
  t: Translator<'people.upload'>,
  tDocuments: Translator<'people.documents'>,
): Record<string, string> {
  const found: Record<string, string> = {}
  const need = (field: keyof SaidOfPapers, words: string) => {
    if (said[field] === '') found[field] = words
  }
  if (asks.identity) {
    need('id_document_type', t('typeMissing'))
    need('id_document_country', t('issuedMissing'))
    if (mustExpire(said)) need('id_document_expires_on', t('expiresMissing'))
    const another = files.identification_document && known?.status !== 'REJECTED'
    if (sealed.id_document_number.trim() === '' && (another || !known?.number_label))
      found.id_document_number = t('numberMissing')
    if (sealed.birth_date === '') found.birth_date = t('bornMissing')
  }
  if (asks.residency) {
    need('residency', t('residencyMissing'))
    if (provesOf(said.residency)) need('citizenship', t('citizenshipMissing'))
  }
  for (const kind of kinds)
    if (!files[kind] && mustSend(sentOf(kind)))
      found[kind] = t('missing', { document: tDocuments(`kinds.${kind}`) })
  return found
}

/** Whether a document of this type always ends on a day. */
export function mustExpire({ id_document_type }: SaidOfPapers): boolean {
  return id_document_type === 'PASSPORT' || id_document_type === 'DRIVERS_LICENSE'
}

/** What is asked beside the files: of who sends one document alone what belongs to it. */
function asksOf(only: PersonalKind | undefined) {
  return {
    identity: !only || only === 'identification_document',
    residency: !only || only === 'status_document',
  }
}

/** Whether a document has to be sent: it is asked for, and none stands. */
export function mustSend(sent: DocumentRecord | undefined): boolean {
  return !sent || sent.status === 'REJECTED'
}

function describedIn(
  said: SaidOfPapers,
  { id_document_number, birth_date }: Sealed,
  asks: ReturnType<typeof asksOf>,
): Partial<Body> {
  const {
    id_document_type,
    id_document_country,
    id_document_expires_on,
    residency,
    citizenship,
    status_document_expires_on,
  } = said
  const foreign = provesOf(residency)
  const fields = {
    ...(asks.identity && {
      id_document_type,
      id_document_country,
      id_document_expires_on,
      id_document_number: id_document_number.trim(),
      birth_date,
    }),
    ...(asks.residency && { residency }),
    ...(asks.residency && foreign && { citizenship, status_document_expires_on }),
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== ''),
  ) as Partial<Body>
}

function upload({ file_name, mime_type, content }: FileValue): Upload {
  return { file_name, mime_type, content } as Upload
}
