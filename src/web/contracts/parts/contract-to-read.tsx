import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTabName } from '#web/kernel/tab-memory.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { ContractPages, type Pages, partsOf, TheDocument } from './contract-pages.tsx'
import { ReadsCard } from './reads-card.tsx'
import { type Reading, useReading } from './use-reading.ts'

/** One contract with its document; `children` is told how much of it was read, and signs where that is allowed. */
export function ContractToRead({
  contract: { contract_uuid, revision },
  pages,
  file,
  aside,
  children,
}: {
  contract: { contract_uuid: string; revision: number }
  pages: Pages
  /** The call that answers the document to its reader. */
  file: 'getContractPdf' | 'getContractorContractPdf'
  aside?: ReactNode
  children: (reading: Reading) => ReactNode
}) {
  const t = useTranslations('contracts.pages')
  const reading = useReading(
    pages.text ? partsOf(pages.text) : [],
    useTabName(`read ${contract_uuid} ${pages.pdf_sha256}`),
  )
  const document = (
    <TheDocument
      pages={pages}
      revision={revision}
      save={
        <SaveButton file={file} input={{ params: { id: contract_uuid } }} size="sm">
          {t('document.download')}
        </SaveButton>
      }
    />
  )
  return (
    <ContractPages
      pages={pages}
      document={document}
      aside={
        <>
          <ReadsCard reads={pages.reads} />
          {aside}
        </>
      }
    >
      {children(reading)}
    </ContractPages>
  )
}
