/** The terms of a policy, holidays and the accounts of the books, saved by two of a company. */
import { useQuery } from '@tanstack/react-query'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { query } from '#web/kernel/queries.ts'
import { type Answers, savedByTwo, typeInto } from '#web/kernel/two-savers.test-data.tsx'
import { EmployerHolidaysPage } from './employer-holidays-page.tsx'
import { EmployerJournalPage } from './employer-journal-page.tsx'
import { EmployerPolicyFormPage } from './employer-policy-form-page.tsx'
import { EditHours } from './parts/edit-hours.tsx'
import { ItemTime } from './parts/item-time.tsx'

const ITEM = { policy_uuid: 'p', cycle_uuid: 'c', line_item_uuid: 'i' }

const answers: Answers = (path, two) => {
  const version = two ? 'two' : 'one'
  if (path === '/employer/holiday-policy')
    return {
      ...{ version: two ? 2 : 1, country_code: 'PL', subdivision_code: null },
      holidays: [{ date: '2026-12-24', label: two ? 'Wigilia' : 'Eve' }],
      ...{ holiday_policy: 'RESPECT', applies_to: [], kept_by: [], allowed_actions: ['change'] },
    }
  if (path === '/employer/journal/accounts')
    return {
      accounts: [{ account: 'FEES', name: two ? 'Charges' : 'Fees', code: '7000' }],
      ...{ currencies: ['USD'], version },
    }
  if (path === '/employer') return { payroll_policies: [] }
  if (path.endsWith('/preview')) return { description: '', pay_periods: [], change: null }
  if (path.startsWith('/employer/payroll-policy/p'))
    return {
      ...{ uuid: 'p', label: two ? 'Every other week' : 'Biweekly', version },
      ...{ period_type: 'BI_WEEKLY', first_period_end_date: '2026-12-04', approved: true },
      ...{ pay_date_rule: 'END_OF_PAY_PERIOD', preferred_pay_day: null, week_of_month: null },
      ...{ day_of_week: null, monthly_business_day: null, holiday_policy: 'RESPECT' },
      ...{ semi_monthly_preferred_pay_day: null, after_holiday: false, pay_periods: [] },
      kept: { contracts: 0, opened_through: null },
    }
  if (path.startsWith('/payrolls/p/c/i')) {
    const reported = {
      ...{ timesheet_uuid: 't', version: two ? 2 : 1, state: 'REPORTED', hours: two ? 90 : 80 },
      ...{ days: null, notes: '', reported_at: '2026-11-20T10:00:00Z', corrected_hours: null },
      ...{ reason: '', answered_by: '', answered_at: null, required: false },
      allowed_actions: ['accept', 'correct'],
    }
    const item = {
      ...{ line_item_uuid: 'i', contractor_name: 'Ada', hours: two ? 90 : 80 },
      ...{ status: 'PENDING_APPROVAL', scheduled_hours: 80, timesheet: reported },
    }
    return path.endsWith('/edit') ? item : { item }
  }
  return undefined
}

function Hours() {
  const { data } = useQuery(query('getLineItem', { params: ITEM }))
  return data ? <EditHours item={data.item} params={ITEM} /> : null
}

function Time() {
  const { data } = useQuery(query('getLineItem', { params: ITEM }))
  return data ? <ItemTime item={data.item} params={ITEM} /> : null
}

savedByTwo(
  {
    'the terms of a policy': {
      open: async () => {
        openPages('/policy?policy=p', { '/policy': EmployerPolicyFormPage })
        await typeInto(/name/i, 'Fortnightly')
      },
      ...{ save: 'Save', field: /name/i, now: 'Every other week' },
    },
    'which holidays are kept': {
      open: async () => {
        openPages('/holidays', { '/holidays': EmployerHolidaysPage })
        await typeInto(/^What it is/, 'Closed')
      },
      ...{ save: 'Save holidays', field: /^What it is/, now: 'Wigilia' },
      seenOf: ({ version }) => version,
    },
    'the hours of a pay': {
      open: async () => {
        openPages('/pay', { '/pay': Hours })
        await typeInto(/^Hours of Ada/, '70')
      },
      ...{ save: 'Save hours', field: /^Hours of Ada/, now: '90.00' },
    },
    'time that is reported anew while it is corrected': {
      open: async () => {
        openPages('/pay?correct=time', { '/pay': Time })
        await typeInto(/^Hours to pay/, '70')
        await typeInto(/^Why/, 'The client closed early')
      },
      ...{ save: 'Pay these hours', field: /^Hours to pay/, now: '90.00' },
      seenOf: ({ version }) => version,
    },
    'how the books are called': {
      open: async () => {
        openPages('/journal', { '/journal': EmployerJournalPage })
        await typeInto(/^Account name|^Name/, 'Costs')
      },
      ...{ save: 'Save accounts', field: /^Account name|^Name/, now: 'Charges' },
    },
  },
  ['putPolicy', 'putHolidayPolicy', 'putJournalAccounts', 'approvePolicy'],
  answers,
)
