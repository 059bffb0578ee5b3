import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-input.tsx'

export type Accounts = ClientOutput<'getJournalAccounts'>

/** The accounts of the employer's own books, by name as QuickBooks knows them and by code as Xero does. */
export function JournalAccounts({ accounts: { accounts } }: { accounts: Accounts }) {
  const t = useTranslations('payroll.journalPage.accounts')
  const tAccount = useTranslations('payroll.journal.accounts')
  const may = useMay()('putJournalAccounts')
  const [typed, setTyped, sent] = useDraft('accounts', accounts)
  const put = useCall('putJournalAccounts', {
    refresh: ['getJournalAccounts'],
    onSuccess: () => {
      sent()
      openAlert(t('saved'), { severity: 'success' })
    },
  })
  const change = (account: string, of: { name?: string; code?: string }) =>
    setTyped(typed.map(row => (row.account === account ? { ...row, ...of } : row)))
  return (
    <Card title={t('title')} pad>
      <form
        className="form-column stack g16"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          put.mutate({ body: { accounts: [...typed] } })
        }}
      >
        <p className="meta t2">{t('lead')}</p>
        {typed.map(({ account, name, code }) => (
          <fieldset key={account} className="stack g8">
            <legend className="h4">{tAccount(account)}</legend>
            <div className="pair first-wide">
              <TextField
                id={`name-${account}`}
                label={t('name')}
                required
                maxLength={100}
                disabled={!may}
                value={name}
                onChange={event => change(account, { name: event.target.value })}
              />
              <TextField
                id={`code-${account}`}
                label={t('code')}
                maxLength={20}
                disabled={!may}
                value={code}
                onChange={event => change(account, { code: event.target.value })}
              />
            </div>
          </fieldset>
        ))}
        {may && (
          <div>
            <Button type="submit" loading={put.isPending}>
              {t('save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
