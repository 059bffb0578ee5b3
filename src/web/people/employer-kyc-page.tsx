import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { unsavedForms } from '#web/kernel/drafts.ts'
import { useMay } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { Awaited } from '#web/parts/awaited.tsx'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CompanyCurrency } from './parts/company-currency.tsx'
import { CompanyDetailsCard } from './parts/company-details-card.tsx'
import { CompanyDetailsForm } from './parts/company-details-form.tsx'
import { CompanyDocuments } from './parts/company-documents.tsx'
import { type Employer, employerQuery } from './queries.ts'

/** What verifies a company: what it says of itself and its owners, and the documents that show it. */
export function EmployerKycPage() {
  const t = useTranslations('people.company')
  const employer = useQuery(employerQuery)
  return (
    <Page>
      <PageHead title={t('title')} lead={t('lead')} />
      {employer.data ? (
        <Kyc employer={employer.data} />
      ) : (
        <Awaited of={[employer]}>
          <LoadingBlock height={420} />
        </Awaited>
      )}
    </Page>
  )
}

function Kyc({ employer }: { employer: Employer }) {
  const t = useTranslations('people.company')
  useHomeOnceWhole(employer)
  return (
    <>
      {employer.verification_reason && (
        <Card pad>
          <Say kind="blocked" word={t('rejected')}>
            {t('again', { reason: employer.verification_reason })}
          </Say>
        </Card>
      )}
      <Details employer={employer} />
      <CompanyDocuments employer={employer} />
      <CompanyCurrency employer={employer} />
    </>
  )
}

/** Once all is here for the first time, what is next stands at home; who still types while a colleague sent the rest stays. */
function useHomeOnceWhole({ kyc_info: { details, documents } }: Employer) {
  const go = useGo()
  const whole = details !== null && documents.length > 0
  const was = useRef(whole)
  useEffect(() => {
    if (whole && !was.current && !unsavedForms().includes('details')) go('/dashboard')
    was.current = whole
  }, [whole, go])
}

function Details({ employer }: { employer: Employer }) {
  const t = useTranslations('people.company.details')
  const may = useMay()('putEmployerKyc')
  // Who types the first details keeps the form, also where somebody else gave them meanwhile.
  const [changing, setChanging] = useState(employer.kyc_info.details === null)
  const [opened, setOpened] = useState(0)
  const { details } = employer.kyc_info
  if (!details && !may) return null
  const shown = details && !(changing && may)
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          shown && may ? (
            <Button variant="secondary" size="sm" icon="edit" onClick={() => setChanging(true)}>
              {t('change')}
            </Button>
          ) : undefined
        }
      />
      {shown ? (
        <CompanyDetailsCard details={details} />
      ) : (
        <CompanyDetailsForm
          key={opened}
          employer={employer}
          onTheirs={() => setOpened(opened + 1)}
          onDone={() => setChanging(false)}
          onCancel={details ? () => setChanging(false) : undefined}
        />
      )}
    </>
  )
}
