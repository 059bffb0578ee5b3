/** Links by which a contractor stops a change of where they are paid that was not theirs, from the mail that told them of it. */
import { signedTokens } from './signed-tokens.ts'

/** Whose destinations were changed, and when. */
export type ToldChange = { readonly contractor_sub: string; readonly at: Date }

export type ChangeLinks = {
  tokenOf(change: ToldChange): string
  /** The change that a token stands for; undefined for what is no token of ours. */
  changeOf(token: string): ToldChange | undefined
}

/** Tokens that this secret alone can make. */
export function changeLinks(secret: string): ChangeLinks {
  const { tokenOf, payloadOf } = signedTokens(secret, 'stops of changed destinations')
  return {
    tokenOf: ({ contractor_sub, at }) =>
      tokenOf(Buffer.from(JSON.stringify([contractor_sub, at.getTime()]))),
    changeOf: token => {
      const payload = payloadOf(token)
      if (!payload) return undefined
      const [contractor_sub, at_ms] = JSON.parse(payload.toString()) as [string, number]
      return { contractor_sub, at: new Date(at_ms) }
    },
  }
}
