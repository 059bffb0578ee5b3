import { Alerts } from '#web/ui/alerts.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Flows } from './gallery-flows.tsx'
import { Choices, Dialogs, TextFields } from './gallery-forms.tsx'
import { AlertSamples, Buttons, Drawings, SmallParts, Statuses } from './gallery-parts.tsx'
import { Tables } from './gallery-table.tsx'

/** Every component of the kit in its states, at /dev/ui: the page that pictures and accessibility checks are taken of. */
export function Gallery() {
  return (
    <Page>
      <Alerts />
      <PageHead
        title="Component states"
        lead="Every part of the kit, as screens use it."
        crumbs={[{ label: 'Home', href: '/dashboard' }, { label: 'Components' }]}
      />
      <div className="halves">
        <div className="stack g20">
          <Buttons />
          <TextFields />
          <AlertSamples />
          <Drawings />
          <Dialogs />
        </div>
        <div className="stack g20">
          <Statuses />
          <Choices />
          <SmallParts />
          <Flows />
        </div>
      </div>
      <Tables />
    </Page>
  )
}
