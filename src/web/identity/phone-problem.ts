/** The number is required, and a bare dial code is none; at least 7 digits (specification 5). */
export function phoneProblem(phone: string, dialCode: string) {
  const digits = phone.replace(/\D/g, '')
  if (digits === '' || digits === dialCode) return 'missing'
  return digits.length < 7 ? 'short' : undefined
}
