import { computeEnforcer } from '@nimbo/compute/policies'
import { identityEnforcer } from '@nimbo/identity/policies'
import { policies as imagePolicies } from '@nimbo/image/policies.generated'
import { networkEnforcer } from '@nimbo/network/policies'
import { policies as placementPolicies } from '@nimbo/placement/policies.generated'
import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { volumeEnforcer } from '@nimbo/volume/policies'

/** The judge that each service has, by its type. */
export const enforcers: Readonly<Record<string, Enforcer>> = {
  identity: identityEnforcer(undefined),
  image: defineEnforcer({ defaults: imagePolicies }),
  placement: defineEnforcer({ defaults: placementPolicies }),
  compute: computeEnforcer(undefined),
  network: networkEnforcer(undefined),
  volume: volumeEnforcer(undefined),
}
