import { cacheImages } from '@nimbo/contracts/compute/aggregate-images'
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
import { findId, getById, type Kind } from '../../cloud/find.ts'
import { given, rowAt, textAt } from '../../cloud/json-values.ts'
import { inCompute } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { flag, list, properties, text } from '../../grammar/option.ts'
import { column, listCell, recordCell } from '../../output/cells.ts'
import { type Columns, nothing } from '../../output/result.ts'
import { imageKind } from '../image/image-kind.ts'

const service = 'compute'

const aggregateKind: Kind = {
  ...{ service, list: listAggregates, show: showAggregate, remove: deleteAggregate, label: 'Aggregate' },
}

const aggregate = one('<aggregate>', 'Aggregate (name or ID)')
const zone = text('<availability-zone>', 'Availability zone of the hosts in the aggregate')

const columns: Columns = {
  availability_zone: 'availability_zone',
  created_at: 'created_at',
  deleted_at: 'deleted_at',
  hosts: column(listCell, 'hosts'),
  id: 'id',
  is_deleted: 'deleted',
  name: 'name',
  properties: column(recordCell, 'metadata'),
  updated_at: 'updated_at',
  uuid: 'uuid',
}

const at = async (session: Session, called: string) => ({
  aggregate_id: await findId(session, aggregateKind, called),
})

const hostOf = { aggregate, host: one('<host>', 'Host') }

/** Sets properties, and removes others by setting them to null. */
const changeProperties = async (
  session: Session,
  aggregate_id: string,
  metadata: Readonly<Record<string, string | null>>,
): Promise<void> => {
  if (Object.keys(metadata).length === 0) return
  const body = { set_metadata: { metadata } }
  await session.api.compute.call(setMetadata, { path: { aggregate_id }, body })
}

const nulls = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, null]))

const set = command({
  words: 'aggregate set',
  summary: 'Set aggregate properties',
  calls: [inCompute(updateAggregate)],
  output: 'none',
  positionals: { aggregate },
  options: {
    name: text('<name>', 'New name'),
    zone,
    property: properties('Property to set on the aggregate (repeatable)'),
    noProperty: flag('Remove all existing properties before setting those of --property'),
  },
  run: async (session, { aggregate: called, name, zone: availability_zone, property = {}, noProperty }) => {
    const path = await at(session, called)
    const members = given({ name, availability_zone })
    if (Object.keys(members).length > 0)
      await session.api.compute.call(updateAggregate, { path, body: { aggregate: members } })
    const present = noProperty ? await getById(session, aggregateKind, path.aggregate_id) : {}
    const { availability_zone: _, ...had } = noProperty ? rowAt(present, 'metadata') : {}
    await changeProperties(session, path.aggregate_id, { ...nulls(Object.keys(had)), ...property })
    return nothing
  },
})

const unset = command({
  words: 'aggregate unset',
  summary: 'Unset aggregate properties',
  calls: [inCompute(setMetadata)],
  output: 'none',
  positionals: { aggregate },
  options: { property: list('<key>', 'Property to remove from the aggregate (repeatable)') },
  run: async (session, { aggregate: called, property }) => {
    await changeProperties(session, (await at(session, called)).aggregate_id, nulls(property))
    return nothing
  },
})

export const aggregateCommands = [
  shows({
    words: 'aggregate create',
    summary: 'Create a new aggregate',
    ...{ service, operation: createAggregate, columns },
    positionals: { name: one('<name>', 'New aggregate name') },
    options: { zone, property: properties('Property to add to the aggregate (repeatable)') },
    request: ({ name, zone: availability_zone }) => ({
      body: { aggregate: given({ name, availability_zone }) },
    }),
    thing: async (reply, { property = {} }, session) => {
      const made = rowAt(reply, 'aggregate')
      const id = textAt(made, 'id')
      await changeProperties(session, id, property)
      return getById(session, aggregateKind, id)
    },
  }),
  lists({
    words: 'aggregate list',
    summary: 'List all aggregates',
    ...{ service, operation: listAggregates },
    options: { long: flag('List additional fields in output') },
    columns: ({ long }) => ({
      ...{ ID: 'id', Name: 'name', 'Availability Zone': 'availability_zone' },
      ...(long && { Properties: column(recordCell, 'metadata'), Hosts: column(listCell, 'hosts') }),
    }),
  }),
  shows({
    words: 'aggregate show',
    summary: 'Display aggregate details',
    ...{ service, operation: showAggregate, columns },
    positionals: { aggregate },
    request: async ({ aggregate: called }, session) => ({ path: await at(session, called) }),
  }),
  set,
  unset,
  shows({
    words: 'aggregate add host',
    summary: 'Add host to aggregate',
    ...{ service, operation: addHost, columns },
    positionals: hostOf,
    request: async ({ aggregate: called, host }, session) => ({
      path: await at(session, called),
      body: { add_host: { host } },
    }),
  }),
  shows({
    words: 'aggregate remove host',
    summary: 'Remove host from aggregate',
    ...{ service, operation: removeHost, columns },
    positionals: hostOf,
    request: async ({ aggregate: called, host }, session) => ({
      path: await at(session, called),
      body: { remove_host: { host } },
    }),
  }),
  does({
    words: 'aggregate cache image',
    summary: 'Request image caching for aggregate (2.81 or above)',
    ...{ service, operation: cacheImages },
    positionals: {
      aggregate,
      images: many('<image>', 'Image to cache on the hosts of the aggregate (name or ID; repeatable)'),
    },
    request: async ({ aggregate: called, images }, session) => ({
      path: await at(session, called),
      body: {
        cache: await Promise.all(
          images.map(async (name) => ({ id: await findId(session, imageKind, name) })),
        ),
      },
    }),
  }),
  deletes(
    'aggregate delete',
    'Delete existing aggregate(s)',
    aggregateKind,
    many('<aggregate>', 'Aggregate(s) to delete (name or ID)'),
  ),
]
