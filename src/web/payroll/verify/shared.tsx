import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { problemText } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { dateRange, instantDay } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/**
 * Whether a payslip is one of ours, for whoever holds it: its code, typed or from its link, says what it says. The link carries the code
 * behind a #, so that no server on the way sees it.
 */
export function VerifyPayslip() {
  const t = useTranslations('payroll.verify')
  const [code, setCode] = useState(() => decodeURIComponent(window.location.hash.slice(1)))
  const verify = useCall('verifyPayslip', { onProblem: () => true })
  const { mutate } = verify
  const came = useRef(code)
  useEffect(() => {
    if (came.current) mutate({ body: { code: came.current } })
  }, [mutate])
  const failure = problemText(verify.error)
  const found = verify.data?.payslip
  return (
    <section aria-labelledby="payslip-head">
      <h2 className="h2" id="payslip-head">
        {t('title')}
      </h2>
      <p className="t2 mt4">{t('lead')}</p>
      <form
        className="stack g16 mt16"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          mutate({ body: { code: code.trim() } })
        }}
      >
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <TextField
          id="code"
          label={t('code')}
          required
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={event => {
            setCode(event.target.value)
            verify.reset()
          }}
        />
        <Button type="submit" size="lg" full disabled={!code.trim()} loading={verify.isPending}>
          {t('verify')}
        </Button>
      </form>
      <div className="mt16" role="status">
        {found && <Found payslip={found} />}
        {verify.data && !found && <ErrorBox>{t('unknown')}</ErrorBox>}
      </div>
    </section>
  )
}

type Payslip = NonNullable<ClientOutput<'verifyPayslip'>['payslip']>

function Found({ payslip }: { payslip: Payslip }) {
  const t = useTranslations('payroll.verify')
  return (
    <>
      <Say kind="done" word={t('genuine')}>
        {t('compare')}
      </Say>
      <div className="mt12">
        <DefinitionRows
          rows={[
            { id: 'number', term: t('number'), value: payslip.number },
            { id: 'to', term: t('to'), value: <bdi>{payslip.contractor_name}</bdi> },
            { id: 'from', term: t('from'), value: <bdi>{payslip.employer_name}</bdi> },
            {
              id: 'period',
              term: t('period'),
              value: dateRange(payslip.start_date, payslip.end_date),
            },
            { id: 'date', term: t('payDate'), value: formatDate(payslip.pay_date) },
            { id: 'paid', term: t('paid'), value: <MoneyAmount of={payslip.amount} strong /> },
            {
              id: 'sealed',
              term: t('sealed'),
              value: payslip.sealed_at ? instantDay(payslip.sealed_at) : t('notSealed'),
            },
          ]}
        />
      </div>
      {payslip.simulated && (
        <div className="mt12">
          <Say kind="unusual">{t('simulated')}</Say>
        </div>
      )}
    </>
  )
}
