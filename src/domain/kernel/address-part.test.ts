import { expect, it } from 'vitest'
import { addressPart } from './address-part.ts'

it('an address names a part of its country where post is written so', () => {
  for (const country of ['CA', 'US', 'AU', 'BR', 'MX', 'JP', 'IT', 'ES', 'IN', 'CN'])
    expect(addressPart(country), country).toBe('required')
  for (const country of ['NG', 'UA', 'IE', 'AR', 'PH'])
    expect(addressPart(country), country).toBe('optional')
  for (const country of ['PL', 'DE', 'FR', 'GB', 'MA', 'XX', ''])
    expect(addressPart(country), country).toBe('none')
})
