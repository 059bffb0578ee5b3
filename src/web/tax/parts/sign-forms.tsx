import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { TypedSignature, useTypedSignature } from '#web/parts/typed-signature.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { PageHead } from '#web/ui/page.tsx'
import type { Answers, Preview } from '../queries.ts'

/** The forms word for word, and the signature below them; `onRead` has them as they are by now, where they changed since they were read. */
export function SignForms({
  answers,
  preview,
  legalName,
  onBack,
  onRead,
  onDone,
}: {
  answers: Answers
  preview: Preview
  legalName: string
  onBack: () => void
  onRead: (preview: Preview) => void
  onDone: () => void
}) {
  const t = useTranslations('tax.sign')
  const { forms } = preview
  return (
    <>
      <PageHead title={t('title', { count: forms.length })} lead={t('lead')} />
      <div className="form-column stack g20">
        {forms.map(form => (
          <Card
            key={form.payer}
            title={t('form', { form: form.kind })}
            note={<bdi>{form.payer}</bdi>}
            pad
          >
            <p className="t2">{form.title}</p>
            <div className="mt12">
              <DefinitionRows
                rows={form.lines.map(({ line, label, value }) => ({
                  id: `${line} ${label}`,
                  term: `${line}  ${label}`,
                  value: <bdi>{value}</bdi>,
                }))}
              />
            </div>
            <div className="stack g8 mt12">
              {form.statements.map(statement => (
                <p key={statement} className="meta">
                  {statement}
                </p>
              ))}
            </div>
            <p className="meta t3 mt12">{form.footer}</p>
          </Card>
        ))}
        <Signature
          answers={answers}
          sha256={preview.sha256}
          legalName={legalName}
          onBack={onBack}
          onRead={onRead}
          onDone={onDone}
        />
      </div>
    </>
  )
}

function Signature({
  answers,
  sha256,
  legalName,
  onBack,
  onRead,
  onDone,
}: {
  answers: Answers
  sha256: string
  legalName: string
  onBack: () => void
  onRead: (preview: Preview) => void
  onDone: () => void
}) {
  const t = useTranslations('tax.sign')
  const typed = useTypedSignature('tax forms')
  const readAgain = useCall('previewTaxForms', { onSuccess: onRead })
  const sign = useCall('signTaxForms', {
    refresh: ['getTaxForms'],
    onSuccess: () => {
      typed.sent()
      openAlert(t('done'), { severity: 'success' })
      onDone()
    },
    onProblem: problem => {
      typed.refuse(problem)
      if (problem.code === 'CONFLICT') readAgain.mutate({ body: { answers } })
      return true
    },
  })
  return (
    <TypedSignature
      typed={typed}
      id="sign-forms"
      help={t('help', { name: legalName })}
      pending={sign.isPending}
      onSign={(name, name_is_mine) =>
        sign.mutate({ body: { answers, name, name_is_mine, sha256 } })
      }
    >
      <div className="row g8">
        <Button variant="secondary" size="lg" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" size="lg" loading={sign.isPending}>
          {t('sign')}
        </Button>
      </div>
    </TypedSignature>
  )
}
