import { computeEnforcer } from '@nimbo/compute/policies'
import { identityEnforcer } from '@nimbo/identity/policies'
import { policies as imagePolicies } from '@nimbo/image/policies.generated'
import { policies as keyPolicies } from '@nimbo/key-manager/policies'
import { networkEnforcer } from '@nimbo/network/policies'
import { policies as orchestrationPolicies } from '@nimbo/orchestration/policies'
import { policies as placementPolicies } from '@nimbo/placement/policies.generated'
import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { policies as alarmingPolicies } from '@nimbo/telemetry/alarming-policies.generated'
import { policies as meteringPolicies } from '@nimbo/telemetry/metering-policies'
import { policies as metricPolicies } from '@nimbo/telemetry/metric-policies.generated'
import { volumeEnforcer } from '@nimbo/volume/policies'

/** The policy enforcer of each service, by service type. */
export const enforcers: Readonly<Record<string, Enforcer>> = {
  identity: identityEnforcer(undefined),
  image: defineEnforcer({ defaults: imagePolicies }),
  'key-manager': defineEnforcer({ defaults: keyPolicies }),
  placement: defineEnforcer({ defaults: placementPolicies }),
  orchestration: defineEnforcer({ defaults: orchestrationPolicies }),
  compute: computeEnforcer(undefined),
  network: networkEnforcer(undefined),
  volume: volumeEnforcer(undefined),
  metric: defineEnforcer({ defaults: metricPolicies }),
  alarming: defineEnforcer({ defaults: alarmingPolicies }),
  metering: defineEnforcer({ defaults: meteringPolicies }),
}
