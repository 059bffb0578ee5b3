/** The part of it that tests use. */
declare module 'bank-routing-number-validator' {
  export function ABARoutingNumberIsValid(text: string): boolean
}
