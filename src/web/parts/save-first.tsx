/** Before something of a page is sent: nobody sends something other than what they see, because something they typed beside it is not saved. */
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { unsavedForms } from '#web/kernel/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** What a form is for people, and its own button: answers whether it was saved; what kept it from that stands in the form. */
type Saves = { readonly what: string; readonly save: () => Promise<boolean> }

const offered = new Map<string, () => Saves>()

/** Lets a form of this page be saved from elsewhere on it. */
export function useOfferedSave(name: string, saves: Saves): void {
  const latest = useRef(saves)
  latest.current = saves
  useEffect(() => {
    const offer = () => latest.current
    offered.set(name, offer)
    return () => {
      if (offered.get(name) === offer) offered.delete(name)
    }
  }, [name])
}

type Asked = { readonly forms: readonly string[]; readonly send: () => unknown }

/**
 * `first(send)` sends at once where all that is typed on the page is saved; else it asks, and saves before it sends, or sends without it.
 * With `looks`, what was saved changes what is sent: it is looked at again, and nothing is sent. `question` stands on the page.
 */
export function useSaveFirst({ looks = false }: { looks?: boolean } = {}) {
  const [asked, setAsked] = useState<Asked>()
  return {
    first: (send: () => unknown) => {
      const forms = unsavedForms().filter(name => offered.has(name))
      if (forms.length === 0) send()
      else setAsked({ forms, send })
    },
    question: asked && <Question asked={asked} looks={looks} onClose={() => setAsked(undefined)} />,
  }
}

function Question({
  asked: { forms, send },
  looks,
  onClose,
}: {
  asked: Asked
  looks: boolean
  onClose: () => void
}) {
  const t = useTranslations('parts.saveFirst')
  const [saving, setSaving] = useState(false)
  const offers = forms.flatMap(name => offered.get(name)?.() ?? [])
  const saveAll = async () => {
    setSaving(true)
    const saved: boolean[] = []
    for (const { save } of offers) saved.push(await save())
    onClose()
    if (!looks && saved.every(Boolean)) await send()
  }
  return (
    <Dialog
      open
      keepOnOutsidePress
      onClose={onClose}
      title={t('title')}
      lead={t(looks ? 'leadLooks' : 'lead', { count: offers.length })}
      footer={
        <>
          <Button
            variant="secondary"
            disabled={saving}
            onClick={() => {
              onClose()
              void send()
            }}
          >
            {t('without')}
          </Button>
          <Button loading={saving} onClick={() => void saveAll()}>
            {t(looks ? 'look' : 'save')}
          </Button>
        </>
      }
    >
      <ul className="plain-rows">
        {offers.map(({ what }) => (
          <li key={what} className="w5">
            {what}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
