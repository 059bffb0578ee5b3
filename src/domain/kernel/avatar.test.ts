import { expect, it } from 'vitest'
import { AVATAR_COLORS, avatarColor } from './avatar.ts'

it('gives a name one tint, and names all of them', () => {
  expect(avatarColor('김지우')).toBe(avatarColor('김지우'))
  const met = new Set(Array.from({ length: 200 }, (_, n) => avatarColor(`Name ${n}`)))
  expect([...met].sort()).toEqual([...AVATAR_COLORS].sort())
})
