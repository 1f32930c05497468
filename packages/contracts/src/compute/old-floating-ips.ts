import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

/** Ended with 2.36; clients use Neutron instead. */
const until = '2.35'

/** A floating IP in Nova's format; its pool is the external network. */
const OldFloatingIp = view({
  id: Type.String(),
  ip: Type.String(),
  pool: Type.String(),
  fixed_ip: nullable(Type.String()),
  instance_id: nullable(Type.String()),
})
export type OldFloatingIpView = Static<typeof OldFloatingIp>

export const listOldFloatingIps = operation({
  id: 'floating-ips.list',
  method: 'GET',
  path: '/os-floating-ips',
  until,
  summary: 'List the floating IPs of a project',
  rule: 'os_compute_api:os-floating-ips:list',
  on,
  replies: { 200: view({ floating_ips: Type.Array(OldFloatingIp) }) },
})

export const createOldFloatingIp = operation({
  id: 'floating-ips.create',
  method: 'POST',
  path: '/os-floating-ips',
  until,
  summary: 'Have the network service give a project an address of a pool',
  rule: 'os_compute_api:os-floating-ips:create',
  on,
  body: Type.Object({ pool: Type.Optional(nullable(Type.String({ maxLength: 255 }))) }, exact),
  replies: { 200: view({ floating_ip: OldFloatingIp }) },
  errors: ['NotFound', 'QuotaRefused'],
})

export const showOldFloatingIp = operation({
  id: 'floating-ips.show',
  method: 'GET',
  path: '/os-floating-ips/{floating_ip_id}',
  until,
  summary: 'Show a floating IP',
  rule: 'os_compute_api:os-floating-ips:show',
  on,
  replies: { 200: view({ floating_ip: OldFloatingIp }) },
  errors: ['NotFound'],
})

export const deleteOldFloatingIp = operation({
  id: 'floating-ips.delete',
  method: 'DELETE',
  path: '/os-floating-ips/{floating_ip_id}',
  until,
  summary: 'Have the network service take an address back',
  rule: 'os_compute_api:os-floating-ips:delete',
  on,
  replies: { 202: empty },
  errors: ['NotFound'],
})
