import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiProblem, NO_DOCUMENT } from '#web/kernel/api-problem.ts'
import type { FileAnswer } from '#web/kernel/types.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import '#web/parts/parts.css'

/** An address of the browser for a blob, freed when the blob is no longer shown. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/**
 * A file on the page: a PDF in a frame, a picture as it is, and always a link that saves it, which is all that phones can
 * do with a PDF. It is fetched once per `id`, since every fetch of a document leaves a trace that its owner sees.
 */
export function FileView({
  id,
  title,
  load,
  height = 560,
}: {
  id: readonly string[]
  title: string
  load: () => Promise<FileAnswer>
  height?: number | undefined
}) {
  const t = useTranslations('parts.file')
  const { data, error, refetch } = useQuery<FileAnswer, ApiProblem>({
    queryKey: ['file', ...id],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useBlobUrl(data?.blob)
  if (error)
    return <LoadProblem problem={error} failed={NO_DOCUMENT} onRetry={() => void refetch()} />
  if (!data || !url)
    return (
      <div role="status" aria-label={t('loading', { title })}>
        <Skeleton height={height} />
      </div>
    )
  const picture = data.blob.type.startsWith('image/')
  return (
    <div className="stack g12">
      {picture ? (
        <img className="doc-pic" src={url} alt={title} />
      ) : (
        <iframe
          className="doc-frame only-wide"
          src={`${url}#navpanes=0&view=FitH`}
          title={title}
          style={{ height }}
        />
      )}
      <div className={picture ? 'only-wide' : undefined}>
        <LinkButton
          variant="secondary"
          size="sm"
          icon="download"
          href={url}
          download={data.file_name}
        >
          <span className="cut">{t('download', { name: data.file_name })}</span>
        </LinkButton>
      </div>
    </div>
  )
}
