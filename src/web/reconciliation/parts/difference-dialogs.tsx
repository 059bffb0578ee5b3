import { useTranslations } from 'use-intl'
import { useAsk } from '#web/parts/ask.ts'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { BOOKED, COMPARED, type Difference } from '../queries.ts'

type Asked = { readonly of: Difference; readonly onClose: () => void }

/** Asks another operator to accept in words why something differs. */
export function ExplainDialog({ of, onClose }: Asked) {
  const t = useTranslations('reconciliation.dialog')
  const [words, setWords] = useDraft({ dialog: `explain ${of.subject}` }, '')
  const { ask, isPending, wrong } = useAsk(
    'explainDifference',
    { words },
    {
      refresh: COMPARED,
      onDone: onClose,
    },
  )
  const { subject, amount } = of
  const { amount_in_smallest_unit } = amount
  return (
    <FormDialog
      onClose={onClose}
      title={t('explain')}
      lead={t('explainLead')}
      submit={t('ask')}
      pending={isPending}
      refused={wrong.whole}
      onSubmit={() =>
        words.trim()
          ? ask({ body: { subject, amount_in_smallest_unit, words } })
          : wrong.say({ words: t('needs') })
      }
    >
      <About of={of} />
      <Words id="explain-words" value={words} wrong={wrong.of('words')} onChange={setWords} />
    </FormDialog>
  )
}

type BookedAs = 'COST' | 'EXCHANGE'

/** Asks another operator to book what no other book is for. */
export function BookAsDialog({ of, onClose }: Asked) {
  const t = useTranslations('reconciliation.dialog')
  const [typed, setTyped] = useDraft<{ words: string; booked_as: BookedAs }>(
    { dialog: `book ${of.subject}` },
    { words: '', booked_as: 'COST' },
  )
  const { ask, isPending, wrong } = useAsk('bookBankEntry', typed, {
    refresh: BOOKED,
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('book')}
      lead={t('bookLead')}
      submit={t('ask')}
      pending={isPending}
      refused={wrong.whole}
      onSubmit={() =>
        typed.words.trim()
          ? ask({ params: { id: of.entry_uuid ?? '' }, body: typed })
          : wrong.say({ words: t('needs') })
      }
    >
      <About of={of} />
      <RadioCards<BookedAs>
        legend={t('what')}
        value={typed.booked_as}
        onChange={booked_as => setTyped({ ...typed, booked_as })}
        cards={(['COST', 'EXCHANGE'] as const).map(value => ({
          value,
          label: t(value),
          sub: t(`${value}Text`),
        }))}
      />
      <Words
        id="book-words"
        value={typed.words}
        wrong={wrong.of('words')}
        onChange={words => setTyped({ ...typed, words })}
      />
    </FormDialog>
  )
}

function About({ of: { title, amount, bank_reference } }: { of: Difference }) {
  return (
    <p>
      <MoneyAmount of={amount} strong /> {title} <bdi className="mono">{bank_reference}</bdi>
    </p>
  )
}

function Words({
  id,
  value,
  wrong,
  onChange,
}: {
  id: string
  value: string
  wrong: string | undefined
  onChange: (words: string) => void
}) {
  const t = useTranslations('reconciliation.dialog')
  return (
    <TextField
      id={id}
      label={t('words')}
      required
      maxLength={500}
      value={value}
      error={wrong}
      onChange={event => onChange(event.target.value)}
    />
  )
}
