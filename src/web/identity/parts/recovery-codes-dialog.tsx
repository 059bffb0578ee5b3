import { useRef, useState } from 'react'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import { CopyButton } from './copy-button.tsx'

/** Ten recovery codes, shown once: it closes when the person says that they are kept. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) {
  const [hurried, setHurried] = useState(false)
  const copy = useRef<HTMLButtonElement>(null)
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      keepOnOutsidePress
      title="Keep your recovery codes"
      lead="Each opens your account once, when you have no other second factor at hand. They are shown only now."
      initialFocus={copy}
      onClose={() => setHurried(true)}
      footer={<Button onClick={onClose}>I have kept them</Button>}
    >
      <ul className="codes" aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row g8 wrap">
        <CopyButton ref={copy} text={text}>
          Copy
        </CopyButton>
        <LinkButton
          variant="secondary"
          size="sm"
          icon="download"
          download="corridor-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Corridor recovery codes\n\n${text}`)}`}
        >
          Download as text
        </LinkButton>
      </div>
      {hurried && (
        <div role="alert">
          <Say kind="unusual">Copy or download them first; nobody can show them again.</Say>
        </div>
      )}
    </Dialog>
  )
}
