import { type ComponentType, lazy, useState } from 'react'

/**
 * A component whose script comes when it is first drawn, below a Suspense; where `load` brought it before, it is drawn at once, and
 * nothing is drawn in its place to be taken away a moment later.
 */
export function later<P extends object>(fetchIt: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  const load = async () => {
    loaded ??= await fetchIt()
    return { default: loaded }
  }
  const Lazy = lazy(load)
  function Later(props: P) {
    // One and the same for as long as it stands.
    const [Drawn] = useState<ComponentType<P>>(() => loaded ?? Lazy)
    return <Drawn {...props} />
  }
  return Object.assign(Later, { load })
}
