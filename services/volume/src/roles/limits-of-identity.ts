import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { type UnifiedLimits, unifiedLimits } from '@nimbo/clients/unified-limits'
import { identityApi } from '@nimbo/contracts/identity/api'
import type { ServiceHost } from '@nimbo/service/service-host'

/** The limits on volumes that identity keeps, asked for in the name of the service. */
export const limitsOfIdentity = ({ transport, credentials, clock }: ServiceHost): UnifiedLimits => {
  const authenticate = asService(serviceTokens(transport, credentials('cinder'), clock))
  const identity = serviceClient({ transport, api: identityApi, authenticate })
  return unifiedLimits(identity, { type: 'volumev3', clock })
}
