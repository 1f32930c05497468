import {
  atPath,
  attributesMapOf,
  memberAttribute,
  memberNames,
  refsMapOf,
  refsOf,
} from './group-attributes.ts'
import { definitionsOf, groupStep } from './group-template.ts'
import { memberDefinition } from './member-definition.ts'
import { rollingBy } from './rolling-policy.ts'
import { removedMembers } from './removed-members.ts'
import { length, range } from '../../resource-type/constraint.ts'
import { anyList, anyMap, integer, listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { defineGroupType } from '../../resource-type/resource-type.ts'

export const resourceGroup = defineGroupType({
  type: 'OS::Heat::ResourceGroup',
  support: { since: '2014.1' },
  properties: {
    count: integer({ update: 'in-place', default: 1, constraints: [range({ min: 0 })] }),
    index_var: string({
      default: '%index%',
      support: { since: '2014.2' },
      constraints: [length({ min: 3 })],
    }),
    resource_def: mapOf(
      {
        type: string({ required: true }),
        properties: anyMap(),
        metadata: anyMap({ support: { since: '5.0.0' } }),
      },
      { required: true, update: 'in-place' },
    ),
    removal_policies: listOf(mapOf({ resource_list: anyList({ default: [] }) }), {
      update: 'in-place',
      default: [],
      support: { since: '2015.1' },
    }),
    removal_policies_mode: oneOf(['append', 'update'], {
      update: 'in-place',
      default: 'append',
      support: { since: '10.0.0' },
    }),
  },
  attributes: {
    refs: { type: 'list', of: (child) => refsOf(child, memberNames(child)) },
    refs_map: {
      type: 'map',
      support: { since: '7.0.0' },
      of: (child) => refsMapOf(child, memberNames(child)),
    },
    attributes: {
      type: 'map',
      support: { since: '2014.2' },
      of: async (child, _handling, path) =>
        atPath(path, await attributesMapOf(child, memberNames(child), path)),
    },
    removed_rsrc_list: {
      type: 'list',
      support: { since: '7.0.0' },
      of: (_child, { resource }) => JSON.parse(resource.data.removed ?? '[]'),
    },
  },
  childStack: async (handling, child) => {
    const { properties, resource } = handling
    const removed = await removedMembers(handling, child)
    const name = (count: number): string[] => {
      const names: string[] = []
      for (let index = 0; names.length < count; index++)
        if (!removed.includes(String(index))) names.push(String(index))
      return names
    }
    const definition = (member: string) => memberDefinition(properties, member)
    const define = (names: readonly string[]) =>
      Object.fromEntries(names.map((member) => [member, definition(member)]))
    const standing = Object.keys(definitionsOf(child)).length
    return groupStep(child, define(name(properties.count)), {
      rolling: rollingBy(resource.updatePolicy, child === undefined ? 'batch_create' : 'rolling_update'),
      spare: (count) => define(name(Math.max(standing, properties.count) + count).slice(-count)),
    })
  },
  otherAttribute: ({ child }, name, path) => memberAttribute(child, memberNames(child), name, path),
})
