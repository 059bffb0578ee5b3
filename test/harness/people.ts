/** Who is made without being asked anything else of the world. */
import type { Person } from '#db/seed/cast.ts'
import { makeOperator } from '#server/identity/index.ts'
import type { World } from './open-world.ts'

/** A person of a made-up address; the identity provider is not asked. */
export function person(email: string): Person {
  return { sub: `sub-${email}`, email }
}

/** An operator, an admin among them. */
export async function givenOperator(world: World, email = 'op@corridor.test'): Promise<Person> {
  const operator = person(email)
  const names = { first_name: 'Noor', last_name: 'Haddad' }
  await world.unit(ctx =>
    makeOperator(ctx, { ...operator, ...names, role: 'admin', created_at: ctx.now }),
  )
  return operator
}
