import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { instantDay } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Say } from '#web/ui/say.tsx'

type Feed = { readonly created_at: string } | null

/** The calendar of one policy for somebody of its employer: as a table, as a file, and as a link that a calendar application follows. */
export function PolicyCalendar({ id, feed }: { id: string; feed: Feed }) {
  const t = useTranslations('payroll.calendarLink')
  const params = { params: { id } }
  const make = useCall('makePolicyFeed', { refresh: ['getPolicy'] })
  const stop = useCall('stopPolicyFeed', { refresh: ['getPolicy'] })
  return (
    <div className="row g8 wrap">
      <SaveButton file="getPolicyCsv" input={params} size="sm">
        {t('csv')}
      </SaveButton>
      <SaveButton file="getPolicyIcs" input={params} size="sm">
        {t('file')}
      </SaveButton>
      <CalendarLink
        feed={feed}
        link={make.data?.path}
        busy={make.isPending || stop.isPending}
        onMake={() => make.mutate(params)}
        onStop={() => stop.mutate(params, { onSuccess: () => make.reset() })}
      />
    </div>
  )
}

/** The same of all that pays a contractor. */
export function PayCalendar({ feed }: { feed: Feed }) {
  const t = useTranslations('payroll.calendarLink')
  const make = useCall('makePayFeed', { refresh: ['listContractorPolicies'] })
  const stop = useCall('stopPayFeed', { refresh: ['listContractorPolicies'] })
  return (
    <div className="row g8 wrap">
      <SaveButton file="getPayCalendarIcs" input={{}} size="sm">
        {t('file')}
      </SaveButton>
      <CalendarLink
        feed={feed}
        link={make.data?.path}
        busy={make.isPending || stop.isPending}
        onMake={() => make.mutate({})}
        onStop={() => stop.mutate({}, { onSuccess: () => make.reset() })}
      />
    </div>
  )
}

/** Makes a link, shows it this once, and stops it. */
function CalendarLink({
  feed,
  link,
  busy,
  onMake,
  onStop,
}: {
  feed: Feed
  link: string | undefined
  busy: boolean
  onMake: () => void
  onStop: () => void
}) {
  const t = useTranslations('payroll.calendarLink')
  const [open, setOpen] = useState(false)
  const address = link && feed ? `${window.location.origin}${link}` : undefined
  return (
    <>
      <Button variant="secondary" size="sm" icon="calendar" onClick={() => setOpen(true)}>
        {t(feed ? 'followed' : 'follow')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('title')}
        lead={t('lead')}
        footer={
          <>
            {feed && (
              <Button variant="danger" disabled={busy} onClick={onStop}>
                {t('stop')}
              </Button>
            )}
            <Button variant={feed ? 'secondary' : 'primary'} loading={busy} onClick={onMake}>
              {t(feed ? 'renew' : 'make')}
            </Button>
          </>
        }
      >
        <div className="stack g12" aria-live="polite">
          {address ? (
            <>
              <p className="row g8 wrap">
                <code className="grow" style={{ overflowWrap: 'anywhere' }}>
                  {address}
                </code>
                <CopyButton text={address} of={t('link')} />
              </p>
              <Say kind="note">{t('once')}</Say>
            </>
          ) : (
            <p className="t2">
              {feed ? t('since', { date: instantDay(feed.created_at) }) : t('none')}
            </p>
          )}
        </div>
      </Dialog>
    </>
  )
}
