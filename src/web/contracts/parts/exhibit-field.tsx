import { lazy, Suspense, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/button.tsx'
import { useErrorText } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import './exhibit-editor.css'
import type { ContractEntry } from './contract-entry.ts'

// The editor weighs more than all else on its page: it comes when the page stands.
const Editor = lazy(() =>
  import('./exhibit-editor.tsx').then(part => ({ default: part.ExhibitEditor })),
)

/** The exhibit of a draft, in rich text; one that was written as plain text stays so until it is to be more. */
export function ExhibitField({ form }: { form: UseFormReturn<ContractEntry> }) {
  const t = useTranslations('contracts.form')
  const [begin] = useState(() => ({
    text: form.getValues('exhibit_a'),
    plain: form.getValues('exhibit_format') === 'PLAIN',
  }))
  const rich = form.watch('exhibit_format') === 'MARKDOWN'
  const wrong = useErrorText(form.formState.errors.exhibit_a)
  const [converted, setConverted] = useState<string>()
  if (!rich)
    return (
      <div className="stack g8">
        <TextareaField
          id="exhibit_a"
          label={t('exhibit.label')}
          rows={6}
          help={t('exhibit.help')}
          error={form.formState.errors.exhibit_a}
          {...form.register('exhibit_a')}
        />
        <div>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              setConverted(form.getValues('exhibit_a'))
              form.setValue('exhibit_format', 'MARKDOWN', { shouldDirty: true })
            }}
          >
            {t('exhibit.makeRich')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className="stack g8">
      <span className="lab" id="exhibit-label">
        {t('exhibit.label')} <span className="opt">{t('exhibit.optional')}</span>
      </span>
      <Suspense fallback={<Coming text={converted ?? begin.text} />}>
        <Editor
          id="exhibit_a"
          labelledBy="exhibit-label"
          describedBy="exhibit-help"
          value={converted ?? begin.text}
          plain={converted !== undefined || (begin.plain && begin.text !== '')}
          onChange={markdown =>
            form.setValue('exhibit_a', markdown, { shouldDirty: true, shouldTouch: true })
          }
        />
      </Suspense>
      {wrong && (
        <p className="err" role="alert">
          {wrong}
        </p>
      )}
      <p className="help" id="exhibit-help">
        {t('exhibit.richHelp')}
      </p>
    </div>
  )
}

const TOOLS = ['h1', 'h2', 'h3', 'bold', 'bullets', 'numbers', 'table', 'link'] as const

/** In place of the editor, and as high as it with what it begins with: its buttons take as many lines, and what stands below does not move. */
function Coming({ text }: { text: string }) {
  const t = useTranslations('contracts.form.editor')
  return (
    <div className="rich" aria-busy="true">
      <div className="rich-bar" aria-hidden="true">
        {TOOLS.map(key => (
          <button key={key} type="button" className="tool" disabled>
            {t(key)}
          </button>
        ))}
      </div>
      <div className="rich-text" style={{ visibility: 'hidden' }}>
        {text}
      </div>
    </div>
  )
}
