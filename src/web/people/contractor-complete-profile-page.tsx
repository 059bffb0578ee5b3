import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import type { ContractorSelf } from './parts/personal-form.ts'
import { PersonalStep } from './parts/personal-step.tsx'

// A step later than what is typed first.
const DocumentsStep = lazy(() =>
  import('./parts/documents-step.tsx').then(part => ({ default: part.DocumentsStep })),
)

/** Leads a contractor through personal information and documents; the step stands in the address. */
export function ContractorCompleteProfilePage() {
  const t = useTranslations('people.profile')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('getContractorSelf', {})}
        skeleton={
          <>
            <HeadSkeleton />
            <CardSkeleton height={560} />
          </>
        }
      >
        {self => <Steps self={self} />}
      </QueryView>
    </Page>
  )
}

function Steps({ self }: { self: ContractorSelf }) {
  const t = useTranslations('people.profile')
  const { get, set } = useAddress()
  const asked = get('step') || (self.permanent_address ? 'documents' : 'personal')
  const at = asked === 'done' ? 2 : asked === 'documents' ? 1 : 0
  return (
    <>
      <PageHead
        title={t(at === 2 ? 'complete' : 'title')}
        lead={t(at === 2 ? 'completeLead' : 'lead')}
      />
      <div className="stack g24">
        <Stepper label={t('steps')} steps={[t('personal'), t('documents')]} current={at} />
        {at === 0 && (
          <PersonalStep
            self={self}
            onSaved={() => {
              if (self.permanent_address) openAlert(t('addressSaved'), { severity: 'success' })
              set({ step: 'documents' })
            }}
          />
        )}
        {at === 1 && (
          <Suspense fallback={<LoadingBlock height={480} />}>
            <DocumentsStep self={self} onSaved={() => set({ step: 'done' })} />
            <div>
              <Button variant="text" icon="chevron-start" onClick={() => set({ step: 'personal' })}>
                {t('back')}
              </Button>
            </div>
          </Suspense>
        )}
        {at === 2 && (
          <NextStep
            icon={<StepIcon name="shield" />}
            title={t('withUs')}
            action={<LinkButton href="/dashboard">{t('home')}</LinkButton>}
          >
            {t('wait')}
          </NextStep>
        )}
      </div>
    </>
  )
}
