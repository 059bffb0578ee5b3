import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { endsSoonUntil } from '#domain/people/document-expiry.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { type DocumentRecord, useDocumentTitle } from './document-words.tsx'

/** Where one document is sent again, alone. */
export function sendAgainAddress({ kind }: Pick<DocumentRecord, 'kind'>): string {
  return `/dashboard/contractor/complete-profile?step=documents&document=${kind}`
}

/** The documents of the signed-in contractor that were rejected or end, each with the step that mends it. */
export function PapersToSend() {
  const { data } = useQuery(query('listDocuments', {}))
  return <PapersOf documents={data ?? []} />
}

/** Of these documents those that were rejected or end, each with the step that mends it. */
export function PapersOf({ documents }: { documents: readonly DocumentRecord[] }) {
  const t = useTranslations('people.papers')
  const titleOf = useDocumentTitle()
  const today = useToday()
  const ending = ({ expires_on }: DocumentRecord) =>
    expires_on !== null && expires_on <= endsSoonUntil(today)
  const open = documents.filter(of => of.status === 'REJECTED' || ending(of))
  return open.map(document => {
    const { document_uuid, status, reason, expires_on } = document
    const title = titleOf(document)
    const rejected = status === 'REJECTED'
    const ended = expires_on !== null && expires_on < today
    return (
      <NextStep
        key={document_uuid}
        icon={<StepIcon name={rejected ? 'file' : 'calendar'} />}
        tone="warn"
        title={
          rejected
            ? t('rejected', { title })
            : t(ended ? 'ended' : 'ends', { title, day: formatDate(expires_on ?? '') })
        }
        action={
          <LinkButton href={sendAgainAddress(document)}>
            {t(rejected ? 'again' : 'renew')}
          </LinkButton>
        }
      >
        {rejected ? <bdi>{reason || t('look')}</bdi> : t('renewText')}
      </NextStep>
    )
  })
}
