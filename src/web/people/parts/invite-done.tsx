import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { said } from '#web/words/said.ts'
import { saveRows } from './invite-foot.tsx'
import type { SendInvitations } from './use-send-invitations.ts'

/** How many were invited, and who of those that were sent was not. */
export function InviteDone({
  done: { invited, left },
  rows,
  crumbs,
  onAgain,
}: {
  done: NonNullable<SendInvitations['done']>
  /** How many the list had. */
  rows: number
  crumbs: readonly { label: string; href?: string }[]
  onAgain: () => void
}) {
  const t = useTranslations('people.inviteMany')
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={t('done', { count: invited })}
        lead={t('doneLead', { count: rows - invited })}
        actions={
          <>
            <Button variant="secondary" onClick={onAgain}>
              {t('again')}
            </Button>
            <LinkButton href={crumbs[0]?.href ?? '/'}>{t('toList')}</LinkButton>
          </>
        }
      />
      <NotInvited left={left} />
    </>
  )
}

/** Who of those that were sent was not invited, and why, to take along; nothing where all were. */
export function NotInvited({ left }: { left: NonNullable<SendInvitations['done']>['left'] }) {
  const t = useTranslations('people.inviteMany')
  const tSaid = useTranslations('people.inviteMany.said')
  if (left.length === 0) return null
  return (
    <Card
      pad
      title={t('notInvited', { count: left.length })}
      foot={
        <Button
          variant="secondary"
          size="sm"
          icon="download"
          onClick={() => saveRows(left.map(({ row }) => row))}
        >
          {t('bad', { count: left.length })}
        </Button>
      }
    >
      <DefinitionRows
        rows={left.map(({ row, said: why, reason }, at) => ({
          id: String(at),
          term: <bdi>{row.email}</bdi>,
          value: said(tSaid, why, reason),
        }))}
      />
    </Card>
  )
}
