declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** What the harness reads of a request at the issuer. */
  export type OidcContext = {
    readonly oidc: {
      readonly provider: Provider
      readonly params: Readonly<Record<string, string | undefined>>
      readonly session: {
        readonly accountId: string
        grantIdFor(client_id: string): string | undefined
      }
      readonly client: { readonly clientId: string }
      readonly entities: Readonly<
        Partial<
          Record<
            'AuthorizationCode' | 'RefreshToken',
            { readonly authTime: number; readonly amr?: readonly string[]; readonly sid: string }
          >
        >
      >
    }
  }

  export type Grant = {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  export type Provider = {
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    on(
      event: 'grant.success' | 'grant.error' | 'grant.revoked' | 'server_error',
      listener: (ctx: OidcContext, error?: unknown) => void,
    ): Provider
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ readonly prompt: { readonly name: string } }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>
    readonly Grant: {
      new (of: { accountId: string; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
  }

  type Prompt = { readonly name: string }
  export const interactionPolicy: {
    readonly Prompt: new (of: { name: string; requestable: boolean }) => Prompt
    base(): { add(prompt: Prompt, at: number): void }
  }
  export const Provider: new (issuer: string, configuration: object) => Provider
}
