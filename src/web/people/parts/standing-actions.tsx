import { useState } from 'react'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import type { ReviewSubject } from './review-subject.ts'

type Operation = ReviewSubject['allowed_actions'][number]

interface Words {
  readonly verb: string
  readonly title: string
  readonly said: string
  readonly help: string
  readonly danger: boolean
}

function wordsOf(operation: Operation, { name, status }: ReviewSubject): Words {
  switch (operation) {
    case 'verify':
      return {
        verb: 'Verify',
        title: `Verify ${name}?`,
        said: `${name} is verified.`,
        help: 'Payments that wait for this alone can leave.',
        danger: false,
      }
    case 'unverify':
      return status === 'VERIFIED'
        ? {
            verb: 'Take back',
            title: `Take back the verification of ${name}?`,
            said: `${name} is back in review.`,
            help: 'Their payments wait until they are verified again.',
            danger: true,
          }
        : {
            verb: 'Refuse',
            title: `Refuse the documents of ${name}?`,
            said: `The documents of ${name} were refused.`,
            help: 'They read your reason in a mail, and send the documents again.',
            danger: true,
          }
    case 'suspend':
      return {
        verb: 'Suspend',
        title: `Suspend ${name}?`,
        said: `${name} is suspended.`,
        help: 'Nothing is paid, and they can change nothing, until you reinstate them.',
        danger: true,
      }
    case 'reinstate':
      return {
        verb: 'Reinstate',
        title: `Reinstate ${name}?`,
        said: `${name} is reinstated.`,
        help: 'They can go on as before.',
        danger: false,
      }
  }
}

const FACES = {
  verify: 'primary',
  unverify: 'danger',
  suspend: 'danger',
  reinstate: 'secondary',
} as const

/** The decisions that the server allows now, each asked once more; what takes something away asks for its reason. */
export function StandingActions({ subject }: { subject: ReviewSubject }) {
  const [asked, setAsked] = useState<Operation>()
  if (subject.allowed_actions.length === 0) return null
  return (
    <Card title="Decide" pad>
      <div className="stack g8">
        {subject.allowed_actions.map(operation => (
          <Button
            key={operation}
            full
            variant={FACES[operation]}
            onClick={() => setAsked(operation)}
          >
            {wordsOf(operation, subject).verb}
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
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<{ field?: string; form?: string }>({})
  const words = wordsOf(operation, subject)
  const takes = operation === 'unverify' || operation === 'suspend'
  const change = useCall('changeStanding', {
    refresh: ['listOperationsContractors', 'listOperationsEmployers', 'listUnpaid', 'getChecklist'],
    onSuccess: () => {
      openAlert(words.said, { severity: 'success' })
      onClose()
    },
    onProblem: problem => {
      const field = problem.fields.find(({ loc }) => loc.includes('reason'))?.msg
      setWrong(field ? { field } : { form: problem.detail })
      return true
    },
  })
  const confirm = () => {
    if (takes && reason.trim() === '') {
      setWrong({ field: 'Say why: it is kept, and they may read it.' })
      return
    }
    const { kind: userTypes, id: sub } = subject
    change.mutate({
      params: { userTypes, sub, operation },
      body: reason.trim() === '' ? {} : { reason: reason.trim() },
    })
  }
  return (
    <ConfirmDialog
      open
      title={words.title}
      verb={words.verb}
      danger={words.danger}
      loading={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {wrong.form && <ErrorBox>{wrong.form}</ErrorBox>}
      <p className="t2">{words.help}</p>
      {takes && (
        <TextareaField
          id="standing-reason"
          label="Reason"
          required
          maxLength={500}
          value={reason}
          error={wrong.field}
          onChange={event => {
            setReason(event.target.value)
            setWrong({})
          }}
        />
      )}
    </ConfirmDialog>
  )
}
