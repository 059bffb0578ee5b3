import type { Config } from '../../kernel/config.ts'
import type { Logger } from '../../kernel/log.ts'
import { startBetterAuth } from './embedded/better-auth.ts'
import type { IdentityProvider, ProviderEvents } from './identity-provider.ts'
import { startOpenIdConnect } from './outside/openid-connect.ts'

/** Starts the identity provider that the configuration names: an outside one, or else the embedded one. */
export function startProvider(
  config: Config,
  databaseUrl: string,
  log: Logger,
  events: ProviderEvents,
): Promise<IdentityProvider & { close(): Promise<void> }> {
  const { authSecret: secret, publicUrl, trustedOrigins, oidc, google } = config
  const embedded = { databaseUrl, secret, publicUrl, trustedOrigins, google, ...events }
  if (!oidc) return startBetterAuth(embedded)
  const { sessionsEnded } = events
  const warn = (what: string, err: unknown) => log.warn({ err }, what)
  return startOpenIdConnect({
    databaseUrl,
    secret,
    publicUrl,
    settings: oidc,
    sessionsEnded,
    warn,
  })
}
