import {
  associateQosSpecs,
  createQosSpecs,
  deleteQosKeys,
  deleteQosSpecs,
  disassociateAll,
  disassociateQosSpecs,
  listQosAssociations,
  listQosSpecs,
  showQosSpecs,
  updateQosSpecs,
} from '@nimbo/contracts/volume/qos-specs'
import { forAll } from '../../cloud/delete-each.ts'
import { findId, type Kind } from '../../cloud/find.ts'
import { rowAt, textAt, without } from '../../cloud/json-values.ts'
import { inVolume, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { flag, list, oneOf, properties, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { column, listCell, recordCell } from '../../output/cells.ts'
import { nothing, type Row } from '../../output/result.ts'
import { volumeTypeKind } from './volume-kinds.ts'

const service = 'volume'
const qosKind: Kind = {
  service,
  list: listQosSpecs,
  show: showQosSpecs,
  remove: deleteQosSpecs,
  label: 'QoS',
}
const qos = one('<qos-spec>', 'QoS specification (name or ID)')
const volumeType = one('<volume-type>', 'Volume type (name or ID)')

const at = async (session: Session, called: string) => ({ qos_id: await findId(session, qosKind, called) })

/** The names of the volume types associated with a QoS specification. */
const typesOf = async (session: Session, qos_id: unknown) =>
  (await performAll(session, inVolume(listQosAssociations), { path: { qos_id: String(qos_id) } })).map(
    (type) => textAt(type, 'name'),
  )

const view = (specs: Row): Row => ({ ...without(specs, 'specs'), properties: recordCell(specs.specs) })

const disassociate = command({
  words: 'volume qos disassociate',
  summary: 'Disassociate a QoS specification from a volume type',
  calls: [inVolume(disassociateQosSpecs)],
  output: 'none',
  positionals: { qos },
  options: {
    volumeType: text('<volume-type>', 'Volume type to disassociate from the QoS specification (name or ID)'),
    all: flag('Disassociate the QoS specification from all volume types'),
  },
  run: async (session, { qos: called, volumeType: type, all }) => {
    if (type === undefined && !all)
      throw new UsageError('one of the arguments --volume-type --all is required')
    const path = await at(session, called)
    if (type === undefined) await session.api.volume.call(disassociateAll, { path })
    else
      await session.api.volume.call(disassociateQosSpecs, {
        path,
        query: { vol_type_id: await findId(session, volumeTypeKind, type) },
      })
    return nothing
  },
})

const remove = command({
  words: 'volume qos delete',
  summary: 'Delete QoS specification',
  calls: [inVolume(deleteQosSpecs)],
  output: 'none',
  positionals: { all: many('<qos-spec>', 'QoS specification(s) to delete (name or ID)') },
  options: { force: flag('Allow to delete in-use QoS specification(s)') },
  run: async (session, { all, force }) => {
    await forAll(all, 'QoS specification', 'delete', async (called) =>
      session.api.volume.call(deleteQosSpecs, {
        path: await at(session, called),
        query: force ? { force: 'true' } : {},
      }),
    )
    return nothing
  },
})

export const volumeQosCommands = [
  shows({
    words: 'volume qos create',
    summary: 'Create new QoS specification',
    ...{ service, operation: createQosSpecs },
    positionals: { name: one('<name>', 'New QoS specification name') },
    options: {
      consumer: oneOf(
        ['both', 'front-end', 'back-end'],
        'Consumer that enforces the QoS specification (default: both)',
      ),
      property: properties('Set a QoS specification property (repeatable)'),
    },
    request: ({ name, consumer = 'both', property }) => ({
      body: { qos_specs: { ...property, name, consumer } },
    }),
    thing: (reply) => view(rowAt(reply, 'qos_specs')),
  }),
  lists({
    words: 'volume qos list',
    summary: 'List QoS specifications',
    ...{ service, operation: listQosSpecs },
    rows: (items, _, session) =>
      Promise.all(items.map(async (item) => ({ ...item, associations: await typesOf(session, item.id) }))),
    columns: {
      ID: 'id',
      Name: 'name',
      Consumer: 'consumer',
      Associations: column(listCell, 'associations'),
      Properties: column(recordCell, 'specs'),
    },
  }),
  shows({
    words: 'volume qos show',
    summary: 'Display QoS specification details',
    ...{ service, operation: showQosSpecs },
    positionals: { qos },
    request: async ({ qos: called }, session) => ({ path: await at(session, called) }),
    thing: async (reply, _, session) => {
      const specs = rowAt(reply, 'qos_specs')
      return { ...view(specs), associations: await typesOf(session, specs.id) }
    },
  }),
  does({
    words: 'volume qos set',
    summary: 'Set QoS specification properties',
    ...{ service, operation: updateQosSpecs },
    positionals: { qos },
    options: { property: properties('Property to add or modify (repeatable)') },
    request: async ({ qos: called, property = {} }, session) => ({
      path: await at(session, called),
      body: { qos_specs: property },
    }),
  }),
  does({
    words: 'volume qos unset',
    summary: 'Unset QoS specification properties',
    ...{ service, operation: deleteQosKeys },
    positionals: { qos },
    options: { property: list('<key>', 'Property to remove (repeatable)') },
    request: async ({ qos: called, property }, session) => ({
      path: await at(session, called),
      body: { keys: [...property] },
    }),
  }),
  does({
    words: 'volume qos associate',
    summary: 'Associate a QoS specification to a volume type',
    ...{ service, operation: associateQosSpecs },
    positionals: { qos, volumeType },
    request: async ({ qos: called, volumeType: type }, session) => ({
      path: await at(session, called),
      query: { vol_type_id: await findId(session, volumeTypeKind, type) },
    }),
  }),
  disassociate,
  remove,
]
