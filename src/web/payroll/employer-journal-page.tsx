import { useTranslations } from 'use-intl'
import { addDays } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { QueryView } from '#web/parts/query-view.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { type Accounts, JournalAccounts } from './parts/journal-accounts.tsx'

const LAYOUTS = ['general', 'quickbooks', 'xero'] as const
type Layout = (typeof LAYOUTS)[number]
const SOURCES = {
  quickbooks:
    'https://quickbooks.intuit.com/learn-support/en-us/help-article/import-export-data-files/import-journal-entries-quickbooks-online/L4tQBwbs7_US_en_US',
  xero: 'https://central.xero.com/s/article/Import-a-manual-journal',
} as const

/** Journal entries of a period for an employer's own books, as CSV or in the layout of an accounting program. */
export function EmployerJournalPage() {
  const t = useTranslations('payroll.journalPage')
  const today = useToday()
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('back'), href: '/employer/reports' }, { label: t('title') }]}
        title={t('title')}
        lead={t('lead')}
      />
      <QueryView of={query('getJournalAccounts', {})} skeleton={<CardSkeleton height={420} />}>
        {accounts => (
          <div className="stack g20">
            <JournalFile accounts={accounts} today={today} />
            <JournalAccounts accounts={accounts} />
          </div>
        )}
      </QueryView>
    </Page>
  )
}

function JournalFile({ accounts: { currencies }, today }: { accounts: Accounts; today: string }) {
  const t = useTranslations('payroll.journalPage')
  const [asked, setAsked] = useDraft('journal', {
    layout: 'general' as Layout,
    // What a month's books want: the one before, and this one so far.
    from: `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`,
    to: today,
    currency: '',
  })
  const { layout, from, to } = asked
  // Xero's layout holds one currency.
  const currency = asked.currency || (layout === 'xero' ? (currencies[0] ?? '') : '')
  const period = { from, to, ...(currency ? { currency } : {}) }
  const all = layout === 'xero' ? [] : [{ value: '', label: t('allCurrencies') }]
  return (
    <Card pad>
      <div className="stack g20 form-column">
        <RadioCards
          legend={t('layout')}
          name="layout"
          value={layout}
          onChange={chosen => setAsked({ ...asked, layout: chosen as Layout })}
          cards={LAYOUTS.map(of => ({
            value: of,
            label: t(`layouts.${of}`),
          }))}
        />
        <p className="meta t2" aria-live="polite">
          {t(`notes.${layout}`)}
          {layout !== 'general' && (
            <>
              {' '}
              <a href={SOURCES[layout]} target="_blank" rel="noreferrer">
                {t(`sources.${layout}`)}
              </a>
            </>
          )}
        </p>
        <div className="pair">
          <DateField
            id="from"
            label={t('from')}
            required
            value={from}
            onChange={day => setAsked({ ...asked, from: day })}
          />
          <DateField
            id="to"
            label={t('to')}
            required
            value={to}
            onChange={day => setAsked({ ...asked, to: day })}
          />
        </div>
        <SelectField
          id="journal_currency"
          label={t('currency')}
          required
          value={currency}
          options={[...all, ...currencies.map(code => ({ value: code, label: code }))]}
          onChange={code => setAsked({ ...asked, currency: code })}
        />
        <p className="meta t3">{t('what')}</p>
        <div className="row g8">
          {layout === 'general' ? (
            <SaveButton file="getJournalCsv" input={{ query: period }}>
              {t('save')}
            </SaveButton>
          ) : (
            <SaveButton file="getJournalImport" input={{ params: { layout }, query: period }}>
              {t('save')}
            </SaveButton>
          )}
        </div>
      </div>
    </Card>
  )
}
