import type { Config } from '../../kernel/config.ts'
import { startBetterAuth } from './embedded/better-auth.ts'
import type { IdentityProvider, ProviderEvents } from './identity-provider.ts'
import { startOpenIdConnect } from './outside/openid-connect.ts'

/** Starts the identity provider that the configuration names: an outside one, or else the embedded one. */
export function startProvider(
  config: Config,
  databaseUrl: string,
  events: ProviderEvents,
): Promise<IdentityProvider & { close(): Promise<void> }> {
  const { authSecret: secret, publicUrl, trustedOrigins, oidc, google } = config
  const embedded = { databaseUrl, secret, publicUrl, trustedOrigins, google, ...events }
  if (!oidc) return startBetterAuth(embedded)
  return startOpenIdConnect({ ...events, databaseUrl, secret, publicUrl, settings: oidc })
}
