import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RETURN_REASONS } from '#domain/payments/mending.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ApiName, ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { type Refusal, useRefusal } from '#web/parts/refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { Say } from '#web/ui/say.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { MendAction, OperatorPayment, WorkItem } from '../queries.ts'
import { useReason } from '../shared.tsx'

const AFTER: readonly ApiName[] = [
  'listWork',
  'countWrong',
  'listUnpaid',
  'listPaymentHistory',
  'getChecklist',
  'listApprovalSteps',
]

type Body = ClientInput<'mendPayments'>['body']
type Typed = {
  readonly reason: string
  readonly words: string
  readonly reference: string
  readonly happened_on: string
}
const NOTHING: Typed = { reason: '', words: '', reference: '', happened_on: '' }

/** A payment as the dialog names it. */
type Meant = Pick<OperatorPayment, 'payment_uuid' | 'contractor_name' | 'company_name' | 'amount'> &
  /** Where it went, and why that did not do. */
  Partial<Pick<WorkItem, 'destination' | 'reason' | 'said'>> & {
    /** Where it goes if it goes elsewhere. */
    readonly mended?: {
      readonly label: string
      readonly destination_uuid?: string | undefined
    } | null
  }
/** More are told by how many they are. */
const NAMED = 5

/** What each action asks for. */
const FIELDS: Readonly<Record<MendAction, readonly (keyof Typed | 'proof')[]>> = {
  ask: [],
  lose: ['words'],
  left: ['reference'],
  not_left: ['words'],
  return: ['reason', 'words', 'reference', 'happened_on', 'proof'],
  retry: [],
  redirect: [],
  retry_beside: ['words'],
  forgo: ['words'],
  give_back: [],
  close: ['words'],
}

/** Asks for what an action needs, does it to the payments, and answers for each what became of it. */
export function MendDialog({
  action,
  items,
  onClose,
}: {
  action: MendAction
  items: readonly Meant[]
  onClose: () => void
}) {
  const t = useTranslations('payments.work.dialog')
  const tAction = useTranslations('payments.work.actions')
  const ids = items.map(item => item.payment_uuid)
  const [typed, setTyped, sent] = useDraft<Typed>({ dialog: `${action} ${ids.join()}` }, NOTHING)
  const [proof, setProof] = useState<FileValue | null>(null)
  const wrong = useRefusal({ ...typed, proof })
  const mend = useCall('mendPayments', {
    refresh: AFTER,
    onSuccess: () => sent(),
    onProblem: wrong.hear,
  })
  const submit = () => mend.mutate({ body: bodyOf(action, items, typed, proof) })
  return (
    <Dialog
      open
      keepOnOutsidePress
      onClose={onClose}
      title={t(`title.${action}`, { count: items.length })}
      lead={mend.data ? undefined : t(`text.${action}`)}
      footer={
        mend.data ? (
          <Button onClick={onClose}>{t('done')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose} disabled={mend.isPending}>
              {t('cancel')}
            </Button>
            <Button loading={mend.isPending} onClick={submit}>
              {tAction(action)}
            </Button>
          </>
        )
      }
    >
      {mend.data ? (
        <Results answer={mend.data} />
      ) : (
        <>
          {wrong.whole && <ErrorBox>{wrong.whole}</ErrorBox>}
          <Payments of={items} action={action} />
          <Fields
            action={action}
            typed={typed}
            onType={setTyped}
            proof={proof}
            onProof={setProof}
            wrong={wrong}
          />
        </>
      )}
    </Dialog>
  )
}

/** Whose payments they are and of how much: nobody says yes to what is not named. */
function Payments({ of, action }: { of: readonly Meant[]; action: MendAction }) {
  const t = useTranslations('payments.work.dialog')
  const reasonOf = useReason()
  /** The account that it is sent to by this. */
  const accountOf = ({ mended, destination }: Meant) =>
    action === 'redirect' ? mended?.label : action === 'retry' ? destination : undefined
  return (
    <ul className="card clip rows first mb12">
      {of.slice(0, NAMED).map(one => (
        <li key={one.payment_uuid} className="row g16 between">
          <div className="grow">
            <div className="w5">
              <bdi>{one.contractor_name}</bdi>
            </div>
            <div className="meta t3">
              <bdi>{one.company_name}</bdi>
            </div>
            {accountOf(one) && (
              <div className="meta t2">
                {t.rich('to', { account: () => <bdi>{accountOf(one)}</bdi> })}
              </div>
            )}
            {action === 'retry' && one.said && (
              <div className="meta t2">
                <bdi>{reasonOf({ reason: one.reason ?? '', said: one.said })}</bdi>
              </div>
            )}
          </div>
          {one.amount && <MoneyAmount of={one.amount} strong />}
        </li>
      ))}
      {of.length > NAMED && <li className="meta t2">{t('more', { count: of.length - NAMED })}</li>}
    </ul>
  )
}

function seenOf({ payment_uuid, mended }: Meant) {
  const destination_uuid = mended?.destination_uuid
  return destination_uuid ? [{ payment_uuid, destination_uuid }] : []
}

function bodyOf(
  action: MendAction,
  items: readonly Meant[],
  { words, reference, happened_on, ...typed }: Typed,
  proof: FileValue | null,
): Body {
  const reason = RETURN_REASONS.find(one => one === typed.reason)
  return {
    ...{ action, payment_uuids: items.map(item => item.payment_uuid) },
    ...(action === 'redirect' ? { seen: items.flatMap(seenOf) } : {}),
    ...{ words: words.trim(), reference: reference.trim() },
    ...(reason ? { reason } : {}),
    ...(happened_on ? { happened_on } : {}),
    ...(proof ? { proof: { ...proof, mime_type: proof.mime_type as 'application/pdf' } } : {}),
  }
}

function Fields({
  action,
  typed,
  onType,
  proof,
  onProof,
  wrong,
}: {
  action: MendAction
  typed: Typed
  onType: (typed: Typed) => void
  proof: FileValue | null
  onProof: (proof: FileValue | null) => void
  wrong: Refusal<keyof Typed | 'proof'>
}) {
  const t = useTranslations('payments.work.dialog')
  const has = (field: keyof Typed | 'proof') => FIELDS[action].includes(field)
  return (
    <>
      {has('reason') && (
        <SelectField
          id="mend-reason"
          label={t('reason')}
          required
          placeholder={t('choose')}
          value={typed.reason}
          error={wrong.of('reason')}
          options={RETURN_REASONS.map(value => ({ value, label: t(`reasons.${value}`) }))}
          onChange={reason => onType({ ...typed, reason })}
        />
      )}
      {has('reference') && (
        <TextField
          id="mend-reference"
          label={t('reference')}
          help={t('referenceHelp')}
          required={action === 'left'}
          maxLength={140}
          value={typed.reference}
          error={wrong.of('reference')}
          onChange={event => onType({ ...typed, reference: event.target.value })}
        />
      )}
      {has('words') && (
        <TextField
          id="mend-words"
          label={t('words')}
          help={t(action === 'return' ? 'wordsRead' : 'wordsHelp')}
          required={action !== 'return'}
          maxLength={500}
          value={typed.words}
          error={wrong.of('words')}
          onChange={event => onType({ ...typed, words: event.target.value })}
        />
      )}
      {has('happened_on') && (
        <DateField
          id="mend-on"
          label={t('on')}
          value={typed.happened_on}
          error={wrong.of('happened_on')}
          onChange={happened_on => onType({ ...typed, happened_on })}
        />
      )}
      {has('proof') && (
        <FileField
          id="mend-proof"
          label={t('proof')}
          value={proof}
          error={wrong.of('proof')}
          onChange={onProof}
        />
      )}
    </>
  )
}

/** How many were done, wait and were refused; of the refused each reason. */
function Results({ answer: { results, waiting } }: { answer: ClientOutput<'mendPayments'> }) {
  const t = useTranslations('payments.work.dialog')
  const reasonOf = useReason()
  const count = (of: 'done' | 'waiting' | 'refused') =>
    results.filter(({ result }) => result === of).length
  const refused = Map.groupBy(
    results.filter(({ result }) => result === 'refused'),
    ({ reason, said }) => (said ? reasonOf({ reason: reason ?? '', said }) : ''),
  )
  return (
    <div className="stack g8" role="status">
      {count('done') > 0 && (
        <Say kind="done" word={t('doneWord')}>
          {t('result.done', { count: count('done') })}
        </Say>
      )}
      {waiting && (
        <Say kind="note" word={t('waitingWord')}>
          {t('result.waiting', { count: count('waiting') })} {waiting.reason}
        </Say>
      )}
      {[...refused].map(([reason, own]) => (
        <Say key={reason} kind="blocked" word={t('refusedWord')}>
          {t('result.refused', { count: own.length })} <bdi>{reason}</bdi>
        </Say>
      ))}
    </div>
  )
}
