import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import type { ReviewSubject } from './review-subject.ts'

type Operation = ReviewSubject['allowed_actions'][number]

/** What an operation does here: what is taken away by `unverify` is a verification, or what was handed in. */
function deedOf(operation: Operation, { status }: ReviewSubject) {
  if (operation !== 'unverify') return operation
  return status === 'VERIFIED' ? 'takeBack' : 'refuse'
}

const FACES = {
  verify: 'primary',
  unverify: 'danger',
  suspend: 'danger',
  reinstate: 'secondary',
  erase: 'danger',
} as const

/** What may be done about somebody beside their papers, each asked once more; what takes something away asks for its reason. */
export function StandingActions({ subject }: { subject: ReviewSubject }) {
  const t = useTranslations('people.decide')
  const [asked, setAsked] = useState<Operation>()
  // Who waits, or was rejected, is decided by their papers.
  const actions = subject.allowed_actions.filter(
    of => of !== 'verify' && (of !== 'unverify' || subject.status === 'VERIFIED'),
  )
  if (actions.length === 0) return null
  return (
    <Card title={t('title')} pad>
      <div className="stack g8">
        {actions.map(operation => (
          <Button
            key={operation}
            full
            variant={FACES[operation]}
            onClick={() => setAsked(operation)}
          >
            {t(`${deedOf(operation, subject)}.verb`)}
          </Button>
        ))}
      </div>
      {asked && (
        <Decision subject={subject} operation={asked} onClose={() => setAsked(undefined)} />
      )}
    </Card>
  )
}

function Decision({
  subject,
  operation,
  onClose,
}: {
  subject: ReviewSubject
  operation: Operation
  onClose: () => void
}) {
  const t = useTranslations('people.decide')
  const [reason, setReason] = useDraft({ dialog: `${operation} ${subject.id}` }, '')
  const [told, setTold] = useDraft({ dialog: `${operation} told ${subject.id}` }, '')
  const wrong = useRefusal({ reason, told })
  const { name } = subject
  const deed = deedOf(operation, subject)
  const takes = operation !== 'verify' && operation !== 'reinstate'
  const change = useCall('changeStanding', {
    refresh: [
      'getOperationsContractor',
      'getOperationsEmployer',
      'listOperationsContractors',
      'listOperationsEmployers',
      'listUnpaid',
      'getChecklist',
    ],
    onSuccess: () => {
      openAlert(t(`${deed}.said`, { name }), { severity: 'success' })
      onClose()
    },
    onProblem: wrong.hear,
  })
  const confirm = () => {
    if (takes && reason.trim() === '') {
      wrong.say({ reason: t('why') })
      return
    }
    const { kind: userTypes, id: sub } = subject
    change.mutate({
      params: { userTypes, sub, operation },
      body: {
        version: subject.version,
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        ...(told.trim() === '' ? {} : { told: told.trim() }),
      },
    })
  }
  return (
    <ConfirmDialog
      open
      title={t(`${deed}.title`, { name })}
      verb={t(`${deed}.verb`)}
      danger={takes}
      loading={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {wrong.whole && <ErrorBox>{wrong.whole}</ErrorBox>}
      <p className="t2">{t(`${deed}.help`)}</p>
      {operation === 'suspend' && (
        <TextareaField
          id="standing-told"
          label={t('suspend.told', { kind: subject.kind })}
          help={t('suspend.toldHint', { kind: subject.kind })}
          maxLength={500}
          value={told}
          error={wrong.of('told')}
          onChange={event => setTold(event.target.value)}
        />
      )}
      {takes && (
        <TextareaField
          id="standing-reason"
          label={operation === 'suspend' ? t('suspend.note') : t('reason')}
          required
          maxLength={500}
          value={reason}
          error={wrong.of('reason')}
          onChange={event => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
