import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { CursorPager, type Paging } from '#web/parts/cursor-pager.tsx'
import { readList } from '#web/parts/read-list.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { type FileValue, XLSX } from '#web/ui/read-file.ts'
import { Say } from '#web/ui/say.tsx'
import { HoursFoot } from './hours-foot.tsx'
import { HoursGrid } from './hours-grid.tsx'
import { HoursToMend } from './hours-to-mend.tsx'
import type { CycleView } from './pay-chips.tsx'
import { type HoursSheet, useHoursSheet } from './use-hours-sheet.ts'
import './hours.css'

const LARGEST = 2 * 1024 * 1024

/** The hours of a cycle as a sheet: typed, pasted or read from a file, seen with what they come to, and saved all at once. */
export function CycleHours({
  cycle,
  paging,
  loading,
}: {
  cycle: CycleView
  paging: Paging
  loading: boolean
}) {
  const t = useTranslations('payroll.hoursGrid')
  const { path, set } = useAddress()
  const leave = () => set({ mode: undefined, cursor: undefined })
  const sheet = useHoursSheet(cycle, ({ changed }) => {
    openAlert(t('saved', { count: changed }), { severity: 'success' })
    leave()
  })
  const [reading, setReading] = useState(false)
  useStepKeys(sheet)
  const { problem } = sheet
  return (
    <>
      <PageHead
        crumbs={[{ label: cycle.policy_label, href: path }, { label: t('title') }]}
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <Button variant="secondary" disabled={!sheet.canUndo} onClick={sheet.undo}>
              {t('undo')}
            </Button>
            <Button variant="secondary" disabled={!sheet.canRedo} onClick={sheet.redo}>
              {t('redo')}
            </Button>
            <Button
              variant="secondary"
              icon="upload"
              aria-expanded={reading}
              onClick={() => setReading(!reading)}
            >
              {t('import')}
            </Button>
          </>
        }
      />
      {reading && <ReadFile sheet={sheet} onRead={() => setReading(false)} />}
      {problem && (
        <Card pad>
          <Say kind="blocked" word={t('problem')}>
            {problem.detail}
          </Say>
        </Card>
      )}
      <HoursToMend sheet={sheet} />
      <HoursGrid items={cycle.items} sheet={sheet} busy={loading} />
      <CursorPager
        paging={paging}
        cursor={cycle.next_cursor}
        shown={cycle.items.length}
        name={t('shown', { all: cycle.shows.all })}
        loading={loading}
      />
      <HoursFoot sheet={sheet} cycle_uuid={cycle.cycle_uuid} onLeave={leave} />
    </>
  )
}

/** Takes steps of the sheet back and forth by the keys that spreadsheets have for it, wherever the focus is. */
function useStepKeys(sheet: HoursSheet): void {
  const latest = useRef(sheet)
  latest.current = sheet
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (!step || isTyping(event.target)) return
      event.preventDefault()
      latest.current[step]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** A field in which somebody types takes its own steps back; what was typed there is none of the sheet yet. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement && target.value !== (target.getAttribute('data-kept') ?? '')
  )
}

function stepOf(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo'
  return key === 'z' ? 'undo' : undefined
}

/** A list from a file, which may name everybody of the cycle. */
function ReadFile({ sheet, onRead }: { sheet: HoursSheet; onRead: () => void }) {
  const t = useTranslations('payroll.hoursGrid')
  const [unreadable, setUnreadable] = useState(false)
  const take = async (file: FileValue | null) => {
    setUnreadable(false)
    if (!file) return
    const text = await readList(file).catch(() => undefined)
    setUnreadable(text === undefined)
    if (text === undefined) return
    sheet.read(text)
    onRead()
  }
  return (
    <Card pad>
      <FileField
        id="hours_file"
        label={t('file')}
        help={t('fileHelp')}
        types={['text/csv', XLSX]}
        largest={LARGEST}
        error={unreadable ? t('unreadable') : undefined}
        value={null}
        onChange={file => void take(file)}
      />
    </Card>
  )
}
