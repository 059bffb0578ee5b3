/** What happens to contracts that others act on later. */
export type ContractEvents = {
  /** The employer signed: the contract waits for the contractor. */
  'contracts.contract_offered': { readonly contract_uuid: string }
  /** The offer still waits: its contractor is to be reminded. */
  'contracts.offer_reminded': { readonly contract_uuid: string; readonly sign_by_on: string }
  /** The offer still waits, and cannot be signed: one of the two is called otherwise by now. Its employer is to make it anew. */
  'contracts.offer_outdated': { readonly contract_uuid: string; readonly sign_by_on: string }
  /** Nobody signed the offer in its time. */
  'contracts.offer_expired': { readonly contract_uuid: string }
  /** The offer was taken back, by its employer or with the end of their relation: nobody can sign it any more. */
  'contracts.offer_withdrawn': { readonly contract_uuid: string }
  /** The contractor signed too: from its first day on it earns. */
  'contracts.contract_signed': { readonly contract_uuid: string }
  /** The contractor does not sign, for a reason of their own, or without one. */
  'contracts.contract_declined': { readonly contract_uuid: string }
  /** An address is to be sent a link to read a contract. */
  'contracts.contract_shared': { readonly share_uuid: string; readonly secret: string }
  /** The employer set a contract's last day, which may be still to come. Processes of before say the reason as well, which lies sealed by now. */
  'contracts.contract_completed': {
    readonly contract_uuid: string
    readonly reason?: string
    /** The days of notice that the agreement asks for, where that day is earlier; left out by processes of before. */
    readonly notice_days?: number
  }
}
