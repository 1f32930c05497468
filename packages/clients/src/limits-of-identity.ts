import { identityApi } from '@nimbo/contracts/identity/api'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import { serviceClient } from './service-client.ts'
import { asService, type ServiceCredentials, serviceTokens } from './service-tokens.ts'
import { type UnifiedLimits, unifiedLimits } from './unified-limits.ts'

interface Host {
  readonly transport: Transport
  readonly clock: Clock
  credentials(username: string): ServiceCredentials
}

/** The unified limits that Keystone keeps for a service, read with the service's account by its type in the catalog. */
export const limitsOfIdentity = (
  { transport, credentials, clock }: Host,
  { username, type }: { readonly username: string; readonly type: string },
): UnifiedLimits => {
  const authenticate = asService(serviceTokens(transport, credentials(username), clock))
  return unifiedLimits(serviceClient({ transport, api: identityApi, authenticate }), { type, clock })
}
