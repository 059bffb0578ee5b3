import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { filesArrived } from '#web/kernel/lost-files.ts'
import { useMay } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { KeptFileField } from '#web/parts/kept-file.tsx'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { useSaveFirst } from '#web/parts/save-first.tsx'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { FileValue } from '#web/ui/file-field.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Employer } from '../queries.ts'
import { DocumentReads, useDocumentTitle, VerificationChip } from './document-words.tsx'
import { inParts } from './in-parts.ts'
import { OpenDocument } from './open-document.tsx'
import { ReviewedAgain } from './reviewed-again.tsx'

type Kind = keyof ClientInput<'putCompanyDocuments'>['body']
type Files = Readonly<Record<Kind, FileValue | null>>

const KINDS = ['articles_of_incorporation', 'business_license', 'names_and_owners'] as const

const NOTHING: Files = {
  articles_of_incorporation: null,
  business_license: null,
  names_and_owners: null,
}

/** The company's documents: what was sent, who opened it, and a form to send another or a newer one. */
export function CompanyDocuments({ employer }: { employer: Employer }) {
  const t = useTranslations('people.company')
  const may = useMay()('putCompanyDocuments')
  const titleOf = useDocumentTitle()
  const sent = employer.kyc_info.documents
  // What was rejected is sent again alone, unless they want to send more.
  const rejected = KINDS.filter(kind =>
    sent.some(of => of.kind === kind && of.status === 'REJECTED'),
  )
  const [all, setAll] = useState(false)
  return (
    <>
      {sent.length > 0 && (
        <>
          <SectionHead
            title={t('sent')}
            tools={<VerificationChip status={employer.verification_status} />}
          />
          <Card>
            <ul className="list-rows">
              {sent.map(document => (
                <li key={document.document_uuid}>
                  <div className="row between g12 wrap">
                    <div>
                      <div className="w5">{titleOf(document)}</div>
                      <div className="meta t3">
                        {t('uploaded', {
                          file: document.file_name,
                          time: atTime(document.uploaded_at),
                        })}
                      </div>
                    </div>
                    <span className="row g12">
                      <VerificationChip status={document.status} />
                      {may && <OpenDocument document={document} call="getCompanyDocument" />}
                    </span>
                  </div>
                  {document.reason && (
                    <div className="mt8">
                      <Say kind="blocked" word={t('rejected')}>
                        {document.reason}
                      </Say>
                    </div>
                  )}
                  <div className="mt8">
                    <DocumentReads reads={document.reads} />
                  </div>
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
      {may && (
        <>
          <SectionHead
            title={t(rejected.length > 0 ? 'sendAgain' : sent.length > 0 ? 'another' : 'documents')}
          />
          {rejected.length > 0 && <p className="t2 mt4">{t('sendAgainText')}</p>}
          <UploadForm
            key={rejected.join()}
            employer={employer}
            kinds={rejected.length > 0 && !all ? rejected : KINDS}
            has={new Set(sent.flatMap(({ kind, status }) => (status === 'REJECTED' ? [] : [kind])))}
          />
          {rejected.length > 0 && !all && (
            <Button variant="text" className="mt8" onClick={() => setAll(true)}>
              {t('others')}
            </Button>
          )}
        </>
      )}
      {!may && sent.length === 0 && <NotForRole />}
    </>
  )
}

function UploadForm({
  employer,
  kinds,
  has,
}: {
  employer: Employer
  kinds: readonly Kind[]
  has: ReadonlySet<string>
}) {
  const t = useTranslations('people.company')
  const tDocuments = useTranslations('people.documents')
  const { first: saveFirst, question } = useSaveFirst()
  const [files, setFiles] = useState<Files>(NOTHING)
  const wrong = useRefusal(files)
  const send = useCall('putCompanyDocuments', {
    refresh: ['getEmployer', 'getMe'],
    onProblem: wrong.hearFields,
  })
  const chosen = kinds.filter(kind => files[kind])
  const submit = async () => {
    const [first] = kinds
    if (first && chosen.length === 0) return wrong.say({ [first]: t('missing') })
    const documents = Object.fromEntries(
      chosen.flatMap(kind => {
        const file = files[kind]
        if (!file) return []
        const { file_name, mime_type, content } = file
        return [[kind, { file_name, mime_type, content }]]
      }),
    )
    for (const part of inParts(documents)) {
      const body = part as ClientInput<'putCompanyDocuments'>['body']
      if (!(await send.mutateAsync({ body }).catch(() => undefined))) return
    }
    openAlert(t('done'), { severity: 'success' })
    setFiles(NOTHING)
    filesArrived()
  }
  return (
    <form
      className="form-column"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        saveFirst(submit)
      }}
    >
      <ReviewedAgain employer={employer} by="documents" />
      {kinds.map(kind => (
        <KeptFileField
          key={kind}
          id={kind}
          label={tDocuments(`kinds.${kind}`)}
          required={kind === 'articles_of_incorporation' && !has.has(kind)}
          help={t(`help.${kind}`)}
          error={wrong.of(kind)}
          value={files[kind]}
          camera
          // Once it was read: another may have been chosen by then.
          onChange={file => setFiles(before => ({ ...before, [kind]: file }))}
        />
      ))}
      <Button type="submit" size="lg" full loading={send.isPending}>
        {t('submit')}
      </Button>
      {question}
    </form>
  )
}
