import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { decimalOf, MoneyAmount } from '#web/parts/money.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Say } from '#web/ui/say.tsx'
import '#web/parts/parts.css'

type Request = ClientOutput<'getWaysToFund'>['requests'][number]

/** What is left to be sent of a request. */
function leftOf({ amount, received }: Request) {
  const minor = amount.amount_in_smallest_unit - received.amount_in_smallest_unit
  return { ...amount, amount_in_smallest_unit: minor }
}

/** What Corridor asks the company to send, with the sum to copy; nothing while it asks for nothing. */
export function FundsAsked({
  requests,
  linked,
}: {
  requests: readonly Request[]
  linked?: boolean
}) {
  const t = useTranslations('ledger.askedOfYou')
  if (requests.length === 0) return null
  return (
    <div className="stack g12 seg-tabs">
      {requests.map(of => (
        <Card key={of.request_uuid} pad>
          <div className="row g16 between wrap">
            <div className="grow stack g4">
              <h2 className="h4">
                {t.rich('title', {
                  amount: () => <MoneyAmount of={leftOf(of)} />,
                  date: formatDateLong(of.needed_on),
                })}
              </h2>
              {of.words && (
                <p className="t2">
                  <bdi>{of.words}</bdi>
                </p>
              )}
              {of.received.amount_in_smallest_unit > 0 && (
                <Say kind="note" word={t('part')}>
                  {t.rich('partText', {
                    received: () => <MoneyAmount of={of.received} />,
                    amount: () => <MoneyAmount of={of.amount} />,
                  })}
                </Say>
              )}
              <p className="meta t3">{t('reference')}</p>
            </div>
            {linked ? (
              <Link href="/employer/fund-payroll">{t('how')}</Link>
            ) : (
              <CopyButton text={decimalOf(leftOf(of))} of={t('amount')} />
            )}
          </div>
        </Card>
      ))}
    </div>
  )
}
