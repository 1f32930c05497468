import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

const Service = view({ available: Type.Boolean(), active: Type.Boolean(), updated_at: Type.String() })
/** By host, then by binary. */
const Hosts = Type.Record(Type.String(), Type.Record(Type.String(), Service))
export type ZoneHostsView = Static<typeof Hosts>

const replies = {
  200: view({
    availabilityZoneInfo: Type.Array(
      view({
        zoneName: Type.String(),
        zoneState: view({ available: Type.Boolean() }),
        hosts: nullable(Hosts),
      }),
    ),
  }),
}

export const listZones = operation({
  id: 'availability-zones.list',
  method: 'GET',
  path: '/os-availability-zone',
  summary: 'List availability zones',
  rule: 'os_compute_api:os-availability-zone:list',
  on: ownProject,
  replies,
})

export const listZonesInFull = operation({
  id: 'availability-zones.detail',
  method: 'GET',
  path: '/os-availability-zone/detail',
  summary: 'List availability zones with their hosts',
  rule: 'os_compute_api:os-availability-zone:detail',
  on: ownProject,
  replies,
})
