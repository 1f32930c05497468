import {
  addHost,
  createAggregate,
  deleteAggregate,
  listAggregates,
  removeHost,
  setMetadata,
  showAggregate,
  updateAggregate,
} from '@nimbo/contracts/compute/aggregates'
import type { Clients } from '../../resource-type/clients.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { goneKeys, textPairs, without } from '../changed-keys.ts'
import { anyMap, like, listOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

interface Content {
  readonly hosts?: readonly string[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

const shown = async ({ compute }: Clients, aggregate_id: string) =>
  (await compute.call(showAggregate, { path: { aggregate_id } })).aggregate

/** Sets exactly these hosts of an aggregate, and replaces its metadata. */
const fill = async (
  clients: Clients,
  aggregate_id: string,
  { hosts, metadata = {} }: Content,
  before?: Content['metadata'],
): Promise<void> => {
  const path = { aggregate_id }
  const { hosts: present } = await shown(clients, aggregate_id)
  for (const host of without(present, hosts))
    await clients.compute.call(removeHost, { path, body: { remove_host: { host } } })
  for (const host of without(hosts, present))
    await clients.compute.call(addHost, { path, body: { add_host: { host } } })
  const gone = goneKeys(before, metadata).map((key) => [key, null] as const)
  const pairs = { ...Object.fromEntries(gone), ...textPairs(metadata) }
  if (Object.keys(pairs).length > 0)
    await clients.compute.call(setMetadata, { path, body: { set_metadata: { metadata: pairs } } })
}

export const hostAggregate = defineResourceType({
  type: 'OS::Nova::HostAggregate',
  support: { since: '6.0.0' },
  properties: {
    name: string({ required: true, update: 'in-place' }),
    availability_zone: string({ update: 'in-place' }),
    hosts: listOf(like('nova.host'), { update: 'in-place' }),
    metadata: anyMap({ update: 'in-place', default: {} }),
  },
  client: 'compute',
  create: async (handling) => {
    const { clients, properties, attempt } = handling
    const { name, availability_zone } = properties
    const id = await makeOnce(attempt, {
      make: async () => {
        const body = { aggregate: present({ name, availability_zone }) }
        return String((await clients.compute.call(createAggregate, { body })).aggregate.id)
      },
      find: async () => {
        const { aggregates } = await clients.compute.call(listAggregates)
        return aggregates
          .filter((one) => one.name === name)
          .map(({ id, created_at }) => ({ id: String(id), created_at }))
      },
    })
    await fill(clients, id, properties)
    return id
  },
  show: ({ clients, id }) => shown(clients, id),
  update: async ({ clients, id, properties }, { changed, before }) => {
    const { name, availability_zone } = properties
    if (changed.has('name') || changed.has('availability_zone'))
      await clients.compute.call(updateAggregate, {
        path: { aggregate_id: id },
        body: { aggregate: present({ name, availability_zone }) },
      })
    await fill(clients, id, properties, before.metadata)
  },
  delete: async ({ clients, id }) => {
    await fill(clients, id, { hosts: [] })
    await clients.compute.call(deleteAggregate, { path: { aggregate_id: id } })
  },
  isDeleted: async () => true,
})
