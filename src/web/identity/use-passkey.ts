import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'

let loaded: Promise<typeof import('#web/identity/passkey.ts')> | undefined

/** What browsers need for passkeys, loaded once and only where somebody may use one. */
export function loadPasskeys() {
  loaded ??= import('#web/identity/passkey.ts')
  return loaded
}

/** Takes back what waits for a passkey, because the person goes on otherwise. */
export function cancelPasskeys(): void {
  void loaded?.then(({ cancelPasskey }) => cancelPasskey())
}

/**
 * A proof by passkey, begun with `mutate`; again begins anew, because nobody can tell a dialog that waits from one that was
 * lost. One that was closed is no failure; leaving the page takes it back.
 */
export function usePasskey(onProven: () => void) {
  useEffect(() => cancelPasskeys, [])
  return useMutation({
    mutationFn: async () => (await loadPasskeys()).provePasskey(),
    onSuccess: proven => {
      if (proven) onProven()
    },
  })
}

/** Lets the browser offer passkeys in the e-mail field, where it can and until the page is left. */
export function usePasskeyAutofill(onProven: () => void): void {
  useEffect(() => {
    let left = false
    const offer = async () => {
      const passkeys = await loadPasskeys()
      if (!(await passkeys.offersAutofill()) || left) return
      if (await passkeys.provePasskey({ autofill: true })) onProven()
    }
    // Nobody asked for it, so nobody hears when it does not work.
    offer().catch(() => {})
    return () => {
      left = true
      cancelPasskeys()
    }
  }, [onProven])
}
