import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { DocumentsStep } from './parts/documents-step.tsx'
import type { ContractorSelf } from './parts/personal-form.ts'
import { PersonalStep } from './parts/personal-step.tsx'

const STEPS = ['Personal information', 'Documents'] as const

/** Leads a contractor through personal information and documents; the step stands in the address. */
export function ContractorCompleteProfilePage() {
  return (
    <Page>
      <QueryView
        title="Complete your profile"
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
  const { get, set } = useAddress()
  const asked = get('step') || (self.permanent_address ? 'documents' : 'personal')
  const at = asked === 'done' ? 2 : asked === 'documents' ? 1 : 0
  return (
    <>
      <PageHead
        title={at === 2 ? 'Your profile is complete' : 'Complete your profile'}
        lead={
          at === 2
            ? 'We check your documents next and mail you the result.'
            : 'As on your documents: payments go to this name.'
        }
      />
      <div className="stack g24">
        <Stepper label="Steps of your profile" steps={STEPS} current={at} />
        {at === 0 && (
          <PersonalStep
            self={self}
            onSaved={() => {
              if (self.permanent_address) saidAddress()
              set({ step: 'documents' })
            }}
          />
        )}
        {at === 1 && (
          <>
            <DocumentsStep self={self} onSaved={() => set({ step: 'done' })} />
            <div>
              <Button variant="text" icon="chevron-start" onClick={() => set({ step: 'personal' })}>
                Back to personal information
              </Button>
            </div>
          </>
        )}
        {at === 2 && (
          <NextStep
            icon={<StepIcon name="shield" />}
            title="Your documents are with us"
            action={<LinkButton href="/dashboard">Go to Home</LinkButton>}
          >
            Until they are checked, payments to you wait.
          </NextStep>
        )}
      </div>
    </>
  )
}

function saidAddress(): void {
  openAlert('Success! You have successfully updated your address.', { severity: 'success' })
}
