import { compute } from '@nimbo/compute/service'
import { dashboard } from '@nimbo/dashboard/service'
import { identity } from '@nimbo/identity/service'
import { image } from '@nimbo/image/service'
import { keyManager } from '@nimbo/key-manager/service'
import { network } from '@nimbo/network/service'
import { objectStore } from '@nimbo/object-store/service'
import { orchestration } from '@nimbo/orchestration/service'
import { placement } from '@nimbo/placement/service'
import type { Service } from '@nimbo/service/service'
import { alarming, metering, metric } from '@nimbo/telemetry/service'
import { volume } from '@nimbo/volume/service'
import type { CloudDrivers } from './drivers.ts'

export type CloudService = Service<CloudDrivers>

/** The services of the cloud, in the order in which a single process starts them. All other code takes the list from here. */
export const services = [
  identity,
  placement,
  keyManager,
  image,
  network,
  volume,
  compute,
  objectStore,
  orchestration,
  dashboard,
  metric,
  alarming,
  metering,
] as const satisfies readonly CloudService[]

/** `compute`, `image`, … */
export type ServiceType = (typeof services)[number]['type']
