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

/** Whether a cloud of one process has it: all that is not only by request, and of that what has a place of its own. */
export const isInOneProcess = ({ byRequest, mount }: Pick<CloudRole, 'byRequest' | 'mount'>): boolean =>
  !byRequest || mount !== undefined
