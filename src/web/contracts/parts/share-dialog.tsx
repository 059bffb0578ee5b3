import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MOST_VIEWERS, SHARE_DAYS, unreadableEmails } from '#domain/contracts/share.ts'
import { extractEmails } from '#domain/identity/email.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import type { ContractView } from './contract-entry.ts'

/** Sends people who are not its parties a link to read the contract. */
export function ShareButton({ contract }: { contract: ContractView }) {
  const t = useTranslations('contracts.share')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" icon="send" onClick={() => setAsking(true)}>
        {t('verb')}
      </Button>
      {asking && <ShareDialog contract={contract} onClose={() => setAsking(false)} />}
    </>
  )
}

function ShareDialog({ contract, onClose }: { contract: ContractView; onClose: () => void }) {
  const t = useTranslations('contracts.share')
  const [typed, setTyped] = useDraft({ dialog: 'viewers' }, '')
  const wrong = useRefusal({ viewer_emails: typed })
  const emails = extractEmails(typed)
  const share = useCall('shareContract', {
    refresh: ['getContract'],
    onSuccess: () => {
      onClose()
      openAlert(t('done'), { severity: 'success' })
    },
    onProblem: wrong.hear,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      lead={t('lead', { days: SHARE_DAYS })}
      submit={t('send', { count: emails.length })}
      pending={share.isPending}
      refused={wrong.whole}
      onSubmit={() =>
        share.mutate({
          params: { id: contract.contract_uuid },
          body: { viewer_emails: typed },
        })
      }
    >
      <TextareaField
        id="viewer_emails"
        label={t('emails.label')}
        help={t('emails.help', { most: MOST_VIEWERS })}
        required
        dir="ltr"
        spellCheck={false}
        maxLength={10_000}
        value={typed}
        error={wrong.of('viewer_emails')}
        onChange={event => setTyped(event.target.value)}
      />
      {typed.trim() !== '' && <Found emails={emails} unread={unreadableEmails(typed)} />}
      {contract.status === 'DRAFT' && <Say kind="note">{t('draft')}</Say>}
    </FormDialog>
  )
}

/** Whom a text would send links to, before anything is sent. */
function Found({ emails, unread }: { emails: readonly string[]; unread: readonly string[] }) {
  const t = useTranslations('contracts.share')
  return (
    <div className="stack g8">
      <p className="meta t2" role="status">
        {t('found', { count: emails.length })}
      </p>
      {emails.length > 0 && (
        <ul className="viewers-found">
          {emails.map(email => (
            <li key={email}>
              <bdi>{email}</bdi>
            </li>
          ))}
        </ul>
      )}
      {unread.length > 0 && (
        <Say kind="unusual">{t('unread', { words: unread.slice(0, 5).join(', ') })}</Say>
      )}
    </div>
  )
}
