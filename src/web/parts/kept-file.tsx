import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fileDraft } from '#web/kernel/lost-files.ts'
import { useDraft } from '#web/parts/draft.ts'
import { FileField, type FileFieldProps } from '#web/ui/file-field.tsx'
import { Say } from '#web/ui/say.tsx'

/** A `FileField` of a form that is filled in over a while: after a reload it names the file that was chosen, which no device keeps. */
export function KeptFileField(props: FileFieldProps) {
  const t = useTranslations('parts.kept')
  const [name, setName] = useDraft(fileDraft(props.id), '')
  const [lost, setLost] = useState(props.value === null && name !== '')
  return (
    <div className="stack g8">
      <FileField
        {...props}
        onChange={file => {
          setName(file?.file_name ?? '')
          setLost(false)
          props.onChange(file)
        }}
      />
      {lost && props.value === null && (
        <Say kind="unusual">{t.rich('file', { name: () => <bdi>{name}</bdi> })}</Say>
      )}
    </div>
  )
}
