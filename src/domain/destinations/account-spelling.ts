/** Numbers of accounts in the one spelling in which they are checked and kept, however people write and copy them. */

const NUMBERS = [
  'account_number',
  'transit_number',
  'institution_number',
  'bank_code',
  'swift_code',
  'iban',
] as const
type AccountNumbers = { readonly [N in (typeof NUMBERS)[number]]?: string | null | undefined }

/** The account with its numbers and codes without the spaces, dashes and dots that part them, in capitals: `062-000` as `062000`, `hdfc0000123` as `HDFC0000123`. */
export function spelledAccount<A extends AccountNumbers>(account: A): A {
  const spelled = NUMBERS.flatMap(name => {
    const text = account[name]
    return text ? [[name, text.replace(/[\s\p{Pd}.]/gu, '').toUpperCase()]] : []
  })
  return { ...account, ...Object.fromEntries(spelled) }
}
