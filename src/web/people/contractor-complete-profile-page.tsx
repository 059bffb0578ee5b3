import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { PERSONAL_KINDS, type PersonalKind, useDocumentTitle } from './parts/document-words.tsx'
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
  // Who types stays where they are, also where another tab came further meanwhile.
  const [begun] = useState(self.permanent_address ? 'documents' : 'personal')
  const asked = get('step') || begun
  const at = asked === 'done' ? 2 : asked === 'documents' ? 1 : 0
  const only = PERSONAL_KINDS.find(
    kind => kind === (get('document') || theRejected(self, get('step'))),
  )
  if (at === 1 && only)
    return (
      <OneDocument
        self={self}
        only={only}
        onSaved={() => set({ step: 'done', document: undefined })}
      />
    )
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
            <DocumentsStep self={self} only={undefined} onSaved={() => set({ step: 'done' })} />
            <div>
              <Button variant="text" icon="chevron-start" onClick={() => set({ step: 'personal' })}>
                {t('back')}
              </Button>
            </div>
          </Suspense>
        )}
        {at === 2 && (
          <NextStep icon={<StepIcon name="shield" />} title={t('withUs')} action={<Onward />}>
            {t('wait')}
          </NextStep>
        )}
      </div>
    </>
  )
}

/** What comes after the profile: where the pay goes, while that is not said. */
function Onward() {
  const t = useTranslations('people.profile')
  const { next } = useMe().onboarding
  if (next !== 'payment_method') return <LinkButton href="/dashboard">{t('home')}</LinkButton>
  return <LinkButton href="/contractor/payment-methods">{t('choosePay')}</LinkButton>
}

/** Who goes on with a profile in which one document was rejected is led to that one. */
function theRejected({ documents }: ContractorSelf, step: string): string | undefined {
  const [first, ...more] = documents.filter(({ status }) => status === 'REJECTED')
  return step === '' && more.length === 0 ? first?.kind : undefined
}

/** One document, sent alone: the others stay as they are. */
function OneDocument({
  self,
  only,
  onSaved,
}: {
  self: ContractorSelf
  only: PersonalKind
  onSaved: () => void
}) {
  const t = useTranslations('people.profile')
  const titleOf = useDocumentTitle()
  const known = self.documents.find(({ kind }) => kind === only)
  const others = self.documents.filter(({ kind, status }) => kind !== only && status !== 'REJECTED')
  const again = known?.status === 'REJECTED'
  return (
    <>
      <PageHead
        crumbs={[{ label: t('mine'), href: '/contractor/my-profile' }, { label: t('one') }]}
        title={t(again ? 'oneAgain' : 'one')}
        lead={
          others.length > 0
            ? t('othersStay', { titles: others.map(titleOf).join(', ') })
            : undefined
        }
      />
      <Suspense fallback={<LoadingBlock height={320} />}>
        <DocumentsStep key={only} self={self} only={only} onSaved={onSaved} />
      </Suspense>
    </>
  )
}
