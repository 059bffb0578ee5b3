import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/button.tsx'

const SAID_MS = 2000

/** Copies a text and says so in its own place. Where the clipboard is forbidden the text can still be read (specification 8: no message). */
export function CopyButton({ text, of }: { text: string; of: string }) {
  const t = useTranslations('parts.copy')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <Button
        size="sm"
        variant="text"
        icon={copied ? 'check' : 'copy'}
        aria-label={t('of', { of })}
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => undefined,
          )
        }
      >
        {t(copied ? 'copied' : 'copy')}
      </Button>
      <span className="sr" role="status">
        {copied && t('copiedOf', { of })}
      </span>
    </>
  )
}
