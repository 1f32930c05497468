import { cinderRoles } from './cinder-roles.ts'
import { glanceRole } from './glance-role.ts'
import { keystoneRole } from './keystone-role.ts'
import { neutronRoles } from './neutron-roles.ts'
import { novaRoles } from './nova-roles.ts'
import { placementRole } from './placement-role.ts'
import type { Role } from './role.ts'

/** Every role of the cloud, in the order in which one process starts them. */
export const roleTable: readonly Role[] = [
  keystoneRole,
  placementRole,
  glanceRole,
  ...neutronRoles,
  ...cinderRoles,
  ...novaRoles,
]
