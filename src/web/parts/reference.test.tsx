import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Reference } from './reference.tsx'

describe('a reference', () => {
  it('of a bank stands whole', () => {
    render(<Reference of="NORTHWIND-2026-03-20-0000000000001234" />)
    expect(screen.getByText('NORTHWIND-2026-03-20-0000000000001234').title).toBe('')
  })

  it('of a chain shows both ends, and the whole to who points at it', () => {
    const txid = 'a3f1c2d4e5b6978812345678900abcdef1234567890abcdef1234567890abcde:12'
    render(<Reference of={txid} />)
    expect(screen.getByTitle(txid).textContent).toBe('a3f1c2d4e5…90abcde:12')
  })
})
