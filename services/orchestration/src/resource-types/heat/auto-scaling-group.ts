import { isDeepStrictEqual } from 'node:util'
import { capacityOf, scale, sizeProblems } from './capacity.ts'
import {
  atPath,
  attributesMapOf,
  attributesOf,
  memberAttribute,
  namesByAge,
  refsMapOf,
  refsOf,
} from './group-attributes.ts'
import { definitionsOf, groupStep } from './group-template.ts'
import { furtherMembers, memberOf, membersFor } from './scaled-members.ts'
import { range } from '../../resource-type/constraint.ts'
import { anyMap, integer, mapOf, number } from '../../resource-type/property.ts'
import { defineGroupType } from '../../resource-type/resource-type.ts'

export const autoScalingGroup = defineGroupType({
  type: 'OS::Heat::AutoScalingGroup',
  support: { since: '2014.1' },
  properties: {
    resource: anyMap({ required: true, update: 'in-place' }),
    max_size: integer({ required: true, update: 'in-place', constraints: [range({ min: 0 })] }),
    min_size: integer({ required: true, update: 'in-place', constraints: [range({ min: 0 })] }),
    cooldown: integer({ update: 'in-place' }),
    desired_capacity: integer({ update: 'in-place' }),
    rolling_updates: mapOf(
      {
        min_in_service: integer({ default: 0, constraints: [range({ min: 0 })] }),
        max_batch_size: integer({ default: 1, constraints: [range({ min: 1 })] }),
        pause_time: number({ default: 0, constraints: [range({ min: 0 })] }),
      },
      { update: 'in-place', default: { min_in_service: 0, max_batch_size: 1, pause_time: 0 } },
    ),
  },
  attributes: {
    outputs: {
      type: 'map',
      support: { since: '2014.2' },
      of: async (child, _handling, path) =>
        atPath(path, await attributesMapOf(child, namesByAge(child), path)),
    },
    outputs_list: {
      type: 'list',
      support: { since: '2014.2' },
      of: async (child, _handling, path) => atPath(path, await attributesOf(child, namesByAge(child), path)),
    },
    current_size: {
      type: 'integer',
      support: { since: '2015.1' },
      of: (child) => child?.members.length ?? 0,
    },
    refs: { type: 'list', support: { since: '7.0.0' }, of: (child) => refsOf(child, namesByAge(child)) },
    refs_map: {
      type: 'map',
      support: { since: '7.0.0' },
      of: (child) => refsMapOf(child, namesByAge(child)),
    },
  },
  validate: (values) => sizeProblems(values),
  childStack: async (handling, child) => {
    const { properties } = handling
    const capacity = await capacityOf(handling, child)
    const { min_in_service, max_batch_size, pause_time } = properties.rolling_updates
    const definition = memberOf(properties.resource)
    const members = membersFor(handling, child, { capacity, definition })
    // Only changes of members are rolled out in batches: growing or shrinking is immediate, also after a signal.
    const isOther = Object.entries(definitionsOf(child)).some(
      ([name, known]) => members[name] !== undefined && !isDeepStrictEqual(known, members[name]),
    )
    return groupStep(child, members, {
      rolling: !isOther
        ? undefined
        : { minInService: min_in_service, maxBatch: max_batch_size, pauseSeconds: pause_time },
      spare: (count) => furtherMembers(handling, child, { count, definition }),
    })
  },
  order: (handling, order) => scale(handling, order),
  otherAttribute: ({ child }, name, path) => memberAttribute(child, namesByAge(child), name, path),
})
