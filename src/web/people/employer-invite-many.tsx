import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useGo } from '#web/kernel/navigation.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { InviteDone, NotInvited } from './parts/invite-done.tsx'
import { InviteFoot } from './parts/invite-foot.tsx'
import { InviteRows } from './parts/invite-rows.tsx'
import { InviteSource, ReadSource } from './parts/invite-source.tsx'
import { type InviteList, useInviteList } from './parts/use-invite-list.ts'
import { useSendInvitations } from './parts/use-send-invitations.ts'

const LIST = '/employer/contractors'

/** Invites many from a file or a pasted list: every row is seen, and mended, before anything is sent. */
export function InviteMany() {
  const t = useTranslations('people.inviteMany')
  const go = useGo()
  const list = useInviteList()
  const sending = useSendInvitations(() => list.lookAgain())
  const [done, setDone] = useState(false)
  const crumbs = [{ label: t('list'), href: LIST }, { label: t('crumb') }]
  if (done && sending.done)
    return (
      <Page>
        <InviteDone
          done={sending.done}
          rows={list.read?.rows.length ?? 0}
          crumbs={crumbs}
          onAgain={() => {
            list.clear()
            setDone(false)
          }}
        />
      </Page>
    )
  const { read } = list
  if (!read)
    return (
      <Page>
        <PageHead crumbs={crumbs} title={t('title')} lead={t('lead')} />
        {list.comingBack ? <ComingBack list={list} /> : <InviteSource list={list} />}
      </Page>
    )
  const { counts, rows } = read
  return (
    <Page>
      <PageHead
        crumbs={crumbs}
        title={t('headline', { ready: counts.READY, total: rows.length })}
        lead={t('counts', { mend: counts.MEND, left: counts.LEFT_OUT })}
      />
      {sending.done && <NotInvited left={sending.done.left} />}
      <ReadSource list={list} />
      <InviteRows list={list} />
      <InviteFoot
        list={list}
        sending={sending}
        onCancel={() => {
          list.clear()
          go(LIST)
        }}
        onSend={async ready => {
          const sent = await sending.send(ready)
          if (!sent) return
          // Who still needs a word is not lost with those who were invited.
          if (counts.MEND > 0) await list.lookAgain()
          else {
            list.sent()
            setDone(true)
          }
        }}
      />
    </Page>
  )
}

/** A list that came back with the page and is looked at; where that fails it is asked for again, or given up. */
function ComingBack({ list }: { list: InviteList }) {
  const t = useTranslations('people.inviteMany')
  return (
    <div className="row g8 wrap">
      <Button loading={list.looking} onClick={() => void list.lookAgain()}>
        {t('look')}
      </Button>
      <Button variant="secondary" icon="upload" onClick={list.clear}>
        {t('again')}
      </Button>
    </div>
  )
}
