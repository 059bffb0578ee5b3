import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/kernel/api.ts'
import type { FileAnswer } from '#web/kernel/types.ts'

/** The pages of an invoice's PDF as one picture, one below the other. */
type Pages = {
  readonly picture: Blob
  readonly pages: number
  /** On which page each item begins, and the sums after the last, and how far down, in points. */
  readonly rows: readonly (readonly [page: number, top: number])[]
}

/**
 * The pages of a draft as the server keeps it: those of the version before stay until the newer ones are there, and what is on its way for
 * a version that is not the newest any more is let go.
 */
export function useInvoicePages(id: string, version: number | undefined, wanted: boolean) {
  const { data, error, refetch } = useQuery<Pages>({
    queryKey: ['previewInvoice', id, version],
    queryFn: async ({ signal }) =>
      read(await api('previewInvoice', { params: { id } }, { signal })),
    enabled: wanted && version !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // One is as large as a photo, and nobody goes back to one of before.
    gcTime: 0,
  })
  const [url, setUrl] = useState<string>()
  const picture = data?.picture
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return { url, pages: data?.pages ?? 1, rows: data?.rows ?? [], error, refetch }
}

/** What stands at the head of the picture is in its first bytes: fifty items take a tenth of these. */
const HEAD_BYTES = 16_384

async function read({ blob }: FileAnswer): Promise<Pages> {
  const head = await blob.slice(0, HEAD_BYTES).text()
  const [, pages = '1'] = /data-pages="(\d+)"/.exec(head) ?? []
  const [, rows = '[]'] = /data-rows="([^"]*)"/.exec(head) ?? []
  return { picture: blob, pages: Number(pages), rows: JSON.parse(rows) }
}
