/** Where the issuer of a test keeps everything; it outlives the issuer's own restarts. */

type Kept = { [name: string]: unknown; grantId?: string; uid?: string; consumed?: number }

/** The store behind each kind of thing that `oidc-provider` keeps. */
export function oidcMemory() {
  const kinds = new Map<string, Map<string, Kept>>()
  return (kind: string) => {
    const kept = kinds.get(kind) ?? new Map<string, Kept>()
    kinds.set(kind, kept)
    return {
      upsert: async (id: string, payload: Kept) => void kept.set(id, payload),
      find: async (id: string) => kept.get(id),
      findByUid: async (uid: string) => [...kept.values()].find(one => one.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id: string) => {
        const one = kept.get(id)
        if (one) one.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id: string) => void kept.delete(id),
      revokeByGrantId: async (grant: string) => {
        for (const [id, one] of kept) if (one.grantId === grant) kept.delete(id)
      },
    }
  }
}
