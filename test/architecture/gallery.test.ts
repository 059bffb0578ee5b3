/** The gallery shows every screen that there is. */
import { expect, it } from 'vitest'
import { FOUND, readScreens } from '#test/gallery/addresses.ts'

it('every route that names something has its address in the gallery, and no other', async () => {
  const named = (await readScreens()).map(({ path }) => path).filter(path => path.includes('$'))
  expect(named.length).toBeGreaterThan(0)
  expect(Object.keys(FOUND).sort()).toEqual(named.sort())
})
