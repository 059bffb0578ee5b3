import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { ID_DOCUMENT_TYPES, RESIDENCIES } from '#domain/people/identity-documents.ts'
import { useToday } from '#web/kernel/me.ts'
import { CountryField } from '#web/parts/country-field.tsx'
import { KeptFileField } from '#web/parts/kept-file.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type DocumentRecord, type PersonalKind, VerificationChip } from './document-words.tsx'
import type { ContractorSelf } from './personal-form.ts'
import { mustExpire, mustSend, useDocuments } from './use-documents.ts'

type Step = ReturnType<typeof useDocuments>

/** The documents that prove identity and addresses, all or one alone: what was accepted stays, and need not be sent again. */
export function DocumentsStep({
  self,
  only,
  onSaved,
}: {
  self: ContractorSelf
  only: PersonalKind | undefined
  onSaved: () => void
}) {
  const t = useTranslations('people.upload')
  const step = useDocuments(self, only, onSaved)
  return (
    <form
      noValidate
      className="form-column"
      onSubmit={event => {
        event.preventDefault()
        void step.submit()
      }}
    >
      {step.wrong.whole && <ErrorBox>{step.wrong.whole}</ErrorBox>}
      <Consequences status={self.verification_status} />
      {step.asks.identity && <IdentityFields step={step} />}
      {step.kinds.filter(isIdentity).map(kind => (
        <DocumentField key={kind} kind={kind} step={step} />
      ))}
      {step.asks.residency && <ResidencyFields step={step} />}
      {step.kinds
        .filter(kind => !isIdentity(kind))
        .map(kind => (
          <DocumentField key={kind} kind={kind} step={step} />
        ))}
      <Say kind="note" icon="shield">
        {t('privacy')}
      </Say>
      <Button type="submit" size="lg" className="mt8" loading={step.loading}>
        {t(only ? 'submitOne' : 'submit')}
      </Button>
    </form>
  )
}

function isIdentity(kind: PersonalKind): boolean {
  return kind.startsWith('identification_document')
}

/** What follows of a change, said before it is made. */
export function Consequences({ status }: { status: ContractorSelf['verification_status'] }) {
  const t = useTranslations('people.upload')
  if (status !== 'VERIFIED') return null
  return (
    <Say kind="unusual" word={t('again.word')}>
      {t('again.text')}
    </Say>
  )
}

function IdentityFields({ step: { said, sealed, known, wrong, say, seal } }: { step: Step }) {
  const t = useTranslations('people.upload')
  const tDocuments = useTranslations('people.documents')
  const today = useToday()
  return (
    <>
      <SelectField
        id="id_document_type"
        label={t('type')}
        required
        value={said.id_document_type}
        options={ID_DOCUMENT_TYPES.map(value => ({ value, label: tDocuments(`types.${value}`) }))}
        error={wrong.of('id_document_type')}
        onChange={id_document_type => say({ id_document_type })}
      />
      <TextField
        id="id_document_number"
        label={t('number')}
        required
        autoComplete="off"
        maxLength={60}
        placeholder={known?.number_label ?? undefined}
        help={known?.number_label ? t('numberKept', { label: known.number_label }) : undefined}
        value={sealed.id_document_number}
        error={wrong.of('id_document_number')}
        onChange={event => seal({ id_document_number: event.target.value })}
      />
      <div className="pair">
        <CountryField
          id="id_document_country"
          label={t('issued')}
          required
          value={said.id_document_country}
          error={wrong.of('id_document_country')}
          onChange={id_document_country => say({ id_document_country })}
        />
        <DateField
          id="id_document_expires_on"
          label={t('expires')}
          required={mustExpire(said)}
          today={today}
          min={today}
          value={said.id_document_expires_on}
          error={wrong.of('id_document_expires_on')}
          onChange={id_document_expires_on => say({ id_document_expires_on })}
        />
      </div>
      <DateField
        id="birth_date"
        label={t('born')}
        required
        max={today}
        value={sealed.birth_date}
        error={wrong.of('birth_date')}
        onChange={birth_date => seal({ birth_date })}
      />
    </>
  )
}

function ResidencyFields({ step: { said, wrong, say } }: { step: Step }) {
  const t = useTranslations('people.upload')
  const today = useToday()
  const foreign = said.residency !== '' && said.residency !== 'CITIZEN'
  return (
    <>
      <SelectField
        id="residency"
        label={t('residency')}
        help={t('residencyHelp')}
        required
        value={said.residency}
        options={RESIDENCIES.map(value => ({ value, label: t(`residencies.${value}`) }))}
        error={wrong.of('residency')}
        onChange={residency => say({ residency })}
      />
      {foreign && (
        <div className="pair">
          <CountryField
            id="citizenship"
            label={t('citizenship')}
            required
            value={said.citizenship}
            error={wrong.of('citizenship')}
            onChange={citizenship => say({ citizenship })}
          />
          <DateField
            id="status_document_expires_on"
            label={t('statusExpires')}
            today={today}
            min={today}
            value={said.status_document_expires_on}
            error={wrong.of('status_document_expires_on')}
            onChange={status_document_expires_on => say({ status_document_expires_on })}
          />
        </div>
      )}
    </>
  )
}

function DocumentField({ kind, step }: { kind: PersonalKind; step: Step }) {
  const t = useTranslations('people.upload')
  const tDocuments = useTranslations('people.documents')
  const sent = step.sentOf(kind)
  const front =
    kind === 'identification_document' && step.kinds.includes('identification_document_back')
  return (
    <div className="stack g8">
      <KeptFileField
        id={kind}
        label={front ? t('front') : tDocuments(`kinds.${kind}`)}
        required={mustSend(sent)}
        help={t(`help.${kind}`)}
        error={step.wrong.of(kind)}
        value={step.files[kind] ?? null}
        camera
        onChange={file => step.choose(kind, file)}
      />
      {sent && <SentBefore document={sent} />}
    </div>
  )
}

function SentBefore({ document }: { document: DocumentRecord }) {
  const t = useTranslations('people.upload')
  return (
    <div className="stack g4">
      <div className="row g8 wrap meta t2">
        <VerificationChip status={document.status} />
        <span className="grow" style={{ flexBasis: 200 }}>
          {t.rich('before', { name: () => <bdi>{document.file_name}</bdi> })}
        </span>
        {document.expires_on && <span>{t('until', { day: formatDate(document.expires_on) })}</span>}
      </div>
      {document.status === 'REJECTED' && (
        <Say kind="blocked" word={t('refused')}>
          <bdi>{document.reason || t('sendAgain')}</bdi>
        </Say>
      )}
    </div>
  )
}
