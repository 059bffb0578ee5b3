import type { WalletLimits } from '../kernel/chain-config.ts'
import type { ChangeLinks } from '../kernel/change-links.ts'
import type { PayslipCodes, StatementCodes } from '../kernel/payslip-codes.ts'
import type { StopLinks } from '../kernel/stop-links.ts'
import type { DocumentScreen } from './files/document-screen.ts'
import type { FileStore } from './files/file-store.ts'
import type { FxSource } from './fx/fx-source.ts'
import type { PdfRenderer } from './pdf/pdf-templates.ts'
import type { PdfSealer } from './pdf/seal.ts'
import type { Rail } from './rails/rail.ts'
import type { WebhookSender } from './webhooks/webhook-sender.ts'

/** The outside parties that use cases may talk to, each behind its port. Mail goes by a job, never from a request. */
export type Gateways = {
  readonly files: FileStore
  /** Judges documents before they are kept. */
  readonly screen: DocumentScreen
  readonly pdf: PdfRenderer
  readonly sealer: PdfSealer
  readonly fx: readonly FxSource[]
  /** The rail of a network, such as `fiat` or `solana`. */
  railOf(network: string): Rail
  /** What the treasuries of rails may hold; any amount where nothing is said. */
  readonly walletLimits?: WalletLimits
  /** Links in mails and documents start with it. */
  readonly publicUrl: string
  /** Where people write for help. */
  readonly supportEmail: string
  /** Sends events to addresses that companies name; by a job, never from a request. */
  readonly webhooks: WebhookSender
  readonly stopLinks: StopLinks
  readonly changeLinks: ChangeLinks
  readonly payslipCodes: PayslipCodes
  readonly statementCodes: StatementCodes
}
