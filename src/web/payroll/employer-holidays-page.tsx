import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { HolidayForm } from './parts/holiday-form.tsx'
import { PublicHolidays } from './parts/public-holidays.tsx'

const SKELETON = (
  <>
    <HeadSkeleton />
    <CardSkeleton height={420} />
  </>
)

/** The holidays that the company keeps: whose public ones, and days of its own, with what a change changes. */
export function EmployerHolidaysPage() {
  const t = useTranslations('payroll.holidaysPage')
  return (
    <Page>
      <PageHead
        crumbs={[
          { label: t('crumbs.setup'), href: '/employer/payroll-setup' },
          { label: t('title') },
        ]}
        title={t('title')}
        lead={t('lead')}
      />
      <QueryView of={query('getHolidayPolicy', {})} skeleton={SKELETON}>
        {policy => (
          // The form begins with the parts of the country: what comes later would push all of it down.
          <QueryView
            of={query('listSubdivisions', { params: { code: policy.country_code } })}
            skeleton={SKELETON}
          >
            {() => <Holidays policy={policy} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

function Holidays({ policy }: { policy: Parameters<typeof HolidayForm>[0]['policy'] }) {
  const [part, setPart] = useState(policy.subdivision_code ?? '')
  const [opened, setOpened] = useState(0)
  const open = ({ subdivision_code }: typeof policy) => {
    setPart(subdivision_code ?? '')
    setOpened(opened + 1)
  }
  return (
    <div className="aside-grid">
      <HolidayForm key={opened} policy={policy} onPart={setPart} onOpen={open} />
      <PublicHolidays part={part} />
    </div>
  )
}
