import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { differing, TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-input.tsx'

export type Accounts = ClientOutput<'getJournalAccounts'>

/** The accounts of the employer's own books, by name as QuickBooks knows them and by code as Xero does. */
export function JournalAccounts({ accounts: { accounts, version } }: { accounts: Accounts }) {
  const t = useTranslations('payroll.journalPage.accounts')
  const tAccount = useTranslations('payroll.journal.accounts')
  const may = useMay()('putJournalAccounts')
  // What was seen is kept with what was typed over it: where nothing is typed both follow what is saved.
  const [{ rows: typed, seen }, setDraft, sent] = useDraft('accounts', {
    ...{ rows: accounts, seen: version },
  })
  const { isOther, hear, close } = useSeenVersion(version, ['getJournalAccounts'])
  const put = useCall('putJournalAccounts', {
    refresh: ['getJournalAccounts'],
    onSuccess: saved => {
      const now = { rows: saved.accounts, seen: saved.version }
      sent(now)
      setDraft(now)
      openAlert(t('saved'), { severity: 'success' })
    },
    onProblem: hear,
  })
  const change = (account: string, of: { name?: string; code?: string }) =>
    setDraft({
      rows: typed.map(row => (row.account === account ? { ...row, ...of } : row)),
      seen,
    })
  const save = (over: string) => {
    close(over)
    put.mutate({ body: { accounts: [...typed], seen: over } })
  }
  return (
    <Card title={t('title')} pad>
      <form
        className="form-column stack g16"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save(seen)
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
        {isOther && (
          <TwoVersions
            rows={differing(
              typed.map((row, at) => ({
                term: tAccount(row.account),
                ...{ theirs: accountWords(accounts[at]), mine: accountWords(row) },
              })),
            )}
            onTheirs={() => {
              setDraft({ rows: accounts, seen: version })
              close(version)
            }}
            onMine={() => save(version)}
          />
        )}
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

function accountWords(of: Accounts['accounts'][number] | undefined): string {
  return [of?.name, of?.code].filter(Boolean).join(', ')
}
