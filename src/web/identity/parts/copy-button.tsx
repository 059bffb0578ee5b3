import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/button.tsx'

/** Copies a text and says so on the button. A clipboard that refuses is logged only (specification 8). */
export function CopyButton({
  text,
  ref,
  children,
}: {
  text: string
  ref?: RefObject<HTMLButtonElement | null> | undefined
  children: string
}) {
  const t = useTranslations('identity.copy')
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      thrown => console.warn('Copying failed.', thrown),
    )
  return (
    <Button
      ref={ref}
      variant="secondary"
      size="sm"
      icon={copied ? 'check' : 'copy'}
      onClick={() => void copy()}
    >
      {copied ? t('copied') : children}
    </Button>
  )
}
