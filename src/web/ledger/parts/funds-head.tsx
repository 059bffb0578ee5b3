import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { type Balance, missingByCurrency } from './balance-words.ts'

type Work = NonNullable<ClientOutput<'getBalances'>['work']>[number]

/** Where money may be lost, or nobody can tell: it stands above what is short. */
const WRONG = ['WALLETS_DIFFER', 'CHAINS'] as const

/** What is wrong with our wallets, else whether the pay of the next days is covered; and booking of what arrived. */
export function FundsHead({
  balances,
  work,
  onAdd,
  onFile,
}: {
  balances: readonly Balance[]
  work: readonly Work[]
  onAdd: () => void
  onFile: () => void
}) {
  const t = useTranslations('ledger.operatorFunds')
  const mayBook = useMay()('putBalances')
  const missing = missingByCurrency(balances)
  const short = new Set(balances.filter(row => row.short > 0).map(row => row.employer_uuid)).size
  const employers = new Set(balances.map(row => row.employer_uuid)).size
  const [only] = missing
  const wrong = WRONG.find(kind => work.some(of => of.kind === kind))
  const { count = 0, totals = [] } = work.find(of => of.kind === wrong) ?? {}
  const pay = !only
    ? t('covered')
    : missing.length === 1
      ? t.rich('missing', { amount: () => <MoneyAmount of={only} /> })
      : t('short', { count: short })
  const lead = !only
    ? t('employers', { count: employers })
    : t.rich(missing.length > 1 ? 'shortBy' : 'shortOf', {
        ...{ short, employers },
        amount: () => <MoneyList of={missing} />,
      })
  return (
    <PageHead
      wrong={wrong !== undefined}
      title={wrong ? t(`wrong.${wrong}.title`, { count }) : pay}
      lead={
        <span>
          {wrong
            ? t.rich(`wrong.${wrong}.lead`, {
                amount: () => <MoneyList of={totals} />,
                pay: () => pay,
                link: chunks => <a href="#wallets">{chunks}</a>,
              })
            : lead}
        </span>
      }
      actions={
        mayBook && (
          <>
            <Button variant="secondary" icon="upload" onClick={onFile}>
              {t('file')}
            </Button>
            <Button icon="plus" onClick={onAdd}>
              {t('book')}
            </Button>
          </>
        )
      }
    />
  )
}
