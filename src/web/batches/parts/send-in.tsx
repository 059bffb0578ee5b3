import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { addDays, nextWorkingDay } from '#domain/kernel/plain-date.ts'
import { newUuid } from '#web/kernel/env.ts'
import { useToday } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { batchPath } from './batch-words.tsx'
import type { FileReviewState, SentFile } from './use-file-review.ts'

/** Money takes a day or two to come, and people a look. */
const DAYS_AHEAD = 2
const MOST_DAYS_AHEAD = 366

/** When a file is paid and what it is called, what happens when it is sent in, and the button that does it. */
export function SendIn({
  review,
  file,
  onCancel,
  onSent,
}: {
  review: FileReviewState
  file: SentFile
  onCancel: () => void
  onSent?: (() => void) | undefined
}) {
  const t = useTranslations('batches.review')
  const today = useToday()
  const go = useGo()
  // One intent, however often it is pressed; another file has another id.
  const [batch_uuid] = useState(newUuid)
  const [name, setName, nameSent] = useDraft('batch name', file.file_name)
  const [words, setWords, wordsSent] = useDraft('batch words', '')
  const [date, setDate] = useState<string>()
  const [leaveWrong, setLeaveWrong] = useState(false)
  const pay_date = date ?? nextWorkingDay(addDays(today, DAYS_AHEAD - 1))
  const refusal = useRefusal({ file_name: name, pay_date, words })
  const submit = useCall('submitPaymentBatch', {
    refresh: ['listPaymentBatches', 'listCycles', 'getWaiting'],
    onProblem: problem => {
      // The sums that are looked at are those of before.
      if (problem.code === 'CONFLICT') review.again()
      return refusal.hear(problem)
    },
    onSuccess: made => {
      review.sent()
      nameSent()
      wordsSent()
      onSent?.()
      go(batchPath(made.batch_uuid))
    },
  })
  const { good = 0, wrong = 0 } = review.read ?? {}
  const ready = good > 0 && (wrong === 0 || leaveWrong) && pay_date !== '' && !review.looking
  return (
    <div className="mt20">
      <Card pad>
        {refusal.whole && <ErrorBox>{refusal.whole}</ErrorBox>}
        <div className="send-in">
          <TextField
            id="batch_name"
            label={t('name')}
            required
            maxLength={120}
            value={name}
            error={refusal.of('file_name')}
            onChange={event => setName(event.target.value)}
          />
          <DateField
            id="batch_pay_date"
            label={t('payDate')}
            required
            today={today}
            min={today}
            max={addDays(today, MOST_DAYS_AHEAD)}
            value={pay_date}
            error={refusal.of('pay_date')}
            onChange={setDate}
          />
          <TextField
            id="batch_words"
            label={t('words')}
            maxLength={140}
            value={words}
            error={refusal.of('words')}
            onChange={event => setWords(event.target.value)}
          />
        </div>
        {wrong > 0 && good > 0 && (
          <div className="mt16">
            <Checkbox
              label={t('leaveWrong', { count: wrong })}
              sub={t('leaveWrongSub')}
              checked={leaveWrong}
              onChange={event => setLeaveWrong(event.target.checked)}
            />
          </div>
        )}
        <div className="row between g12 wrap mt20">
          <div role="status">
            <div className="w5">{good > 0 ? t('foot', { count: good }) : t('footNothing')}</div>
            <div className="meta t2">{t('footLead')}</div>
          </div>
          <div className="row g8 wrap">
            <Button variant="quiet" onClick={onCancel}>
              {t('cancel')}
            </Button>
            <Button
              loading={submit.isPending}
              disabled={!ready}
              onClick={() =>
                submit.mutate({
                  params: { batch_uuid },
                  body: {
                    ...review.body,
                    ...(review.read && { paying: review.read.paying }),
                    ...{ file_name: name, pay_date, words, leave_out_wrong: leaveWrong },
                  },
                })
              }
            >
              {t('submit', { count: good })}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}
