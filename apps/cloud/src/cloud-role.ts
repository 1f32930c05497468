import type { Role } from '@nimbo/service/role'
import type { CloudDrivers } from './drivers.ts'
import type { CloudService } from './services.ts'

/** A role with the service it belongs to. */
export interface CloudRole extends Role<CloudDrivers> {
  readonly service: CloudService
}

/** All roles of these services, in the order in which a single process starts them. */
export const rolesOf = (services: readonly CloudService[]): readonly CloudRole[] =>
  services.flatMap((service) => service.roles.map((role) => ({ ...role, service })))

/**
 * Whether a cloud of one process runs the role: true for all roles except those started only on request (`byRequest`), unless
 * these have a `mount` path of their own.
 */
export const isInOneProcess = ({ byRequest, mount }: Pick<CloudRole, 'byRequest' | 'mount'>): boolean =>
  !byRequest || mount !== undefined
