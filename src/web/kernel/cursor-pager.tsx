import { useState } from 'react'
import { useAddress } from '#web/kernel/use-address.ts'
import { Pager } from '#web/ui/pager.tsx'

/** Previous and Next through a list by cursors. The cursor is in the address; the way back is remembered by this page. */
export function CursorPager({
  next,
  shown,
  name = 'shown',
}: {
  next: string | null
  shown: number
  name?: string | undefined
}) {
  const { get, set } = useAddress()
  const [trail, setTrail] = useState<readonly string[]>([])
  const cursor = get('cursor')
  if (next === null && cursor === '') return null
  const back = () => {
    set({ cursor: trail.at(-1) })
    setTrail(trail.slice(0, -1))
  }
  const forward = () => {
    setTrail([...trail, cursor])
    set({ cursor: next ?? undefined })
  }
  return (
    <Pager
      {...(cursor === '' ? {} : { onPrevious: back })}
      {...(next === null ? {} : { onNext: forward })}
    >
      {shown} {name}
    </Pager>
  )
}
