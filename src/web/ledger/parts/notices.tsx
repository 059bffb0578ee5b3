import { useTranslations } from 'use-intl'
import { printedReference } from '#domain/ledger/creditor-reference.ts'
import { useMay } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount, moneyText } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import type { Wire } from './wire-form.tsx'

type Notice = ClientOutput<'getBalances'>['notices'][number]

/** What employers say is on its way, each with a way to book it once it is here; nothing while there is none. */
export function Notices({
  notices,
  onBook,
}: {
  notices: readonly Notice[]
  onBook: (wire: Wire) => void
}) {
  const t = useTranslations('ledger.operatorFunds.noticed')
  const may = useMay()
  const close = useCall('closeFundingNotice', { refresh: ['getBalances'] })
  if (notices.length === 0) return null
  return (
    <>
      <SectionHead title={t('title')} />
      <p className="meta t2 mb12">{t('lead')}</p>
      <ul className="card clip rows first">
        {notices.map(notice => {
          const said = { amount: moneyText(notice.amount), company: notice.company_name }
          return (
            <li key={notice.notice_uuid} className="row g16 between wrap">
              <div className="grow">
                <div className="w5">
                  <bdi>{notice.company_name}</bdi>
                </div>
                <div className="meta t3">
                  <span className="mono">{printedReference(notice.reference)}</span>{' '}
                  {t('sent', { date: shortDate(notice.sent_on), name: notice.announced_by })}
                </div>
              </div>
              <MoneyAmount of={notice.amount} strong />
              {may('putBalances') && (
                <span className="row g8">
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={t('bookOf', said)}
                    onClick={() =>
                      onBook({
                        employer_domain: notice.employer_domain,
                        currency: notice.amount.currency,
                        amount: moneyText(notice.amount).split(' ')[0] ?? '',
                      })
                    }
                  >
                    {t('book')}
                  </Button>
                  <Button
                    size="sm"
                    variant="text"
                    aria-label={t('closeOf', said)}
                    loading={close.isPending && close.variables?.params.id === notice.notice_uuid}
                    onClick={() => close.mutate({ params: { id: notice.notice_uuid } })}
                  >
                    {t('close')}
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
