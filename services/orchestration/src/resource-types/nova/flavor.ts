import { createFlavor, deleteFlavor, listFlavors, showFlavor } from '@nimbo/contracts/compute/flavors'
import { addFlavorAccess, removeFlavorAccess } from '@nimbo/contracts/compute/flavor-access'
import { createExtraSpecs, deleteExtraSpec } from '@nimbo/contracts/compute/flavor-extra-specs'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { goneKeys, textPairs, without } from '../changed-keys.ts'
import { unlessThere } from '../unless-there.ts'
import { anyMap, boolean, integer, like, listOf, number, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

type Pairs = Readonly<Record<string, unknown>> | undefined

const setSpecs = async (
  { compute }: Clients,
  flavor_id: string,
  { wanted, before }: { readonly wanted?: Pairs; readonly before?: Pairs },
): Promise<void> => {
  const extra_specs = textPairs(wanted)
  for (const flavor_extra_spec_key of goneKeys(before, wanted))
    await unlessNotFound(compute.call(deleteExtraSpec, { path: { flavor_id, flavor_extra_spec_key } }))
  if (Object.keys(extra_specs).length > 0)
    await compute.call(createExtraSpecs, { path: { flavor_id }, body: { extra_specs } })
}

const openTo = async (
  { compute }: Clients,
  flavor_id: string,
  { wanted, before }: { readonly wanted?: readonly string[]; readonly before?: readonly string[] },
): Promise<void> => {
  const path = { flavor_id }
  for (const tenant of without(wanted, before))
    await unlessThere(compute.call(addFlavorAccess, { path, body: { addTenantAccess: { tenant } } }))
  for (const tenant of without(before, wanted))
    await unlessNotFound(compute.call(removeFlavorAccess, { path, body: { removeTenantAccess: { tenant } } }))
}

export const flavor = defineResourceType({
  type: 'OS::Nova::Flavor',
  support: { since: '2014.2' },
  properties: {
    tenants: listOf(like('keystone.project'), {
      update: 'in-place',
      default: [],
      support: { since: '8.0.0' },
    }),
    flavorid: string({ support: { since: '7.0.0' } }),
    name: string({ support: { since: '7.0.0' } }),
    ram: integer({ required: true }),
    vcpus: integer({ required: true }),
    disk: integer({ default: 0 }),
    swap: integer({ default: 0 }),
    ephemeral: integer({ default: 0 }),
    rxtx_factor: number({ default: 1.0 }),
    extra_specs: anyMap({ update: 'in-place' }),
    is_public: boolean({ default: true, support: { since: '6.0.0' } }),
  },
  client: 'compute',
  validate: ({ is_public, tenants, flavorid }) => [
    ...(is_public && (tenants?.length ?? 0) > 0
      ? ['Can not specify property "tenants" if the flavor is public.']
      : []),
    ...(flavorid === '' ? ['The id of a flavor is empty.'] : []),
  ],
  create: async ({ clients, properties, resource, attempt }) => {
    const { name = resource.physicalName, flavorid, ram, vcpus, disk, swap, rxtx_factor } = properties
    const id = await makeOnce(attempt, {
      make: async () => {
        const flavor = present({
          ...{ name, id: flavorid, ram, vcpus, disk, swap, rxtx_factor },
          'OS-FLV-EXT-DATA:ephemeral': properties.ephemeral,
          'os-flavor-access:is_public': properties.is_public,
        })
        return (await clients.compute.call(createFlavor, { body: { flavor } })).flavor.id
      },
      find: async () => {
        const { flavors } = await clients.compute.call(listFlavors, { query: { is_public: 'None' } })
        return flavors.filter((one) => one.name === name)
      },
      mayFindOthers: properties.name !== undefined,
    })
    await setSpecs(clients, id, { wanted: properties.extra_specs })
    await openTo(clients, id, { wanted: properties.tenants })
    return id
  },
  show: async ({ clients, id }) =>
    (await clients.compute.call(showFlavor, { path: { flavor_id: id } })).flavor,
  update: async ({ clients, id, properties }, { changed, before }) => {
    if (changed.has('extra_specs'))
      await setSpecs(clients, id, { wanted: properties.extra_specs, before: before.extra_specs })
    if (changed.has('tenants'))
      await openTo(clients, id, { wanted: properties.tenants, before: before.tenants })
  },
  delete: async ({ clients, id }) => {
    await clients.compute.call(deleteFlavor, { path: { flavor_id: id } })
  },
  isDeleted: async () => true,
  attributes: {
    is_public: {
      type: 'boolean',
      support: { since: '6.0.0' },
      of: (live) => live['os-flavor-access:is_public'],
    },
    extra_specs: { type: 'map', support: { since: '7.0.0' } },
  },
})
