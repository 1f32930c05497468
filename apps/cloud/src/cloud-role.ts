import type { Role } from '@nimbo/service/role'
import type { CloudDrivers } from './drivers.ts'
import type { CloudService } from './services.ts'

/** A role and the service that it is of. */
export interface CloudRole extends Role<CloudDrivers> {
  readonly service: CloudService
}

/** Every role of these services, in the order in which one process starts them. */
export const rolesOf = (services: readonly CloudService[]): readonly CloudRole[] =>
  services.flatMap((service) => service.roles.map((role) => ({ ...role, service })))
