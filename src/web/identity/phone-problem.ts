/** The number is required, and a bare dial code is none; at least 7 digits (specification 5). */
export function phoneProblem(phone: string, dialCode: string): string | undefined {
  const digits = phone.replace(/\D/g, '')
  if (digits === '' || digits === dialCode) return 'Phone number is required'
  return digits.length < 7 ? 'Phone number must be at least 7 digits' : undefined
}
