import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { problemText } from '#web/kernel/api-problem.ts'
import { useFragment } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { dateRange, instantDay, monthAndYear } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/**
 * Whether a payslip or the statement of a year is one of ours, for whoever holds it: its code, typed or from its link, says what it says. The link carries the code
 * behind a #, so that no server on the way sees it.
 */
export function VerifyPayslip() {
  const t = useTranslations('payroll.verify')
  const came = codeOf(useFragment())
  const [code, setCode] = useState(came)
  const verify = useCall('verifyPayslip', { onProblem: () => true })
  const { mutate } = verify
  useEffect(() => {
    if (!came) return
    setCode(came)
    mutate({ body: { code: came } })
  }, [came, mutate])
  const failure = problemText(verify.error)
  const found = verify.data?.payslip
  const statement = verify.data?.statement
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
          mutate({ body: { code: codeIn(code) } })
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
        {statement && <FoundStatement statement={statement} />}
        {verify.data && !found && !statement && <ErrorBox>{t('unknown')}</ErrorBox>}
      </div>
    </section>
  )
}

/** The code in what was typed: all of it, or of a link what stands behind its #. */
function codeIn(typed: string): string {
  return (typed.split('#').at(-1) ?? '').trim()
}

/** The code of the link that was opened; one that was cut within an escaped sign stays as it is. */
function codeOf(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

type Statement = NonNullable<ClientOutput<'verifyPayslip'>['statement']>

/** What a statement says: as much as its owner chose to show. */
function FoundStatement({ statement }: { statement: Statement }) {
  const t = useTranslations('payroll.verify.statement')
  const tPaper = useTranslations('payroll.verify')
  const { contractor_name, year, totals, employers, months, issued_at, holds } = statement
  return (
    <>
      {holds ? (
        <Say kind="done" word={t('genuine')}>
          {tPaper('compare')}
        </Say>
      ) : (
        <Say kind="unusual" word={t('changed')}>
          {t('changedText')}
        </Say>
      )}
      <div className="mt12">
        <DefinitionRows
          rows={[
            { id: 'to', term: t('to'), value: <bdi>{contractor_name}</bdi> },
            { id: 'year', term: t('year'), value: String(year) },
            { id: 'total', term: t('total'), value: <MoneyStack of={totals} strong /> },
            { id: 'issued', term: t('issued'), value: instantDay(issued_at) },
          ]}
        />
      </div>
      <StatedRows
        title={t('employers')}
        rows={employers.map(of => ({ name: of.name, totals: of.totals }))}
      />
      <StatedRows
        title={t('months')}
        rows={months.map(of => ({ name: monthAndYear(of.month), totals: of.totals }))}
      />
      {statement.simulated && (
        <div className="mt12">
          <Say kind="unusual">{tPaper('simulated')}</Say>
        </div>
      )}
    </>
  )
}

function StatedRows({
  title,
  rows,
}: {
  title: string
  rows: readonly Pick<Statement['employers'][number], 'name' | 'totals'>[]
}) {
  if (rows.length === 0) return null
  return (
    <div className="mt16">
      <h3 className="h4">{title}</h3>
      <DefinitionRows
        rows={rows.map(({ name, totals }) => ({
          id: name,
          term: <bdi>{name}</bdi>,
          value: <MoneyStack of={totals} />,
        }))}
      />
    </div>
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
