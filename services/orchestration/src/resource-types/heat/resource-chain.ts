import type { JsonObject } from '@nimbo/kernel/json'
import { atPath, attributesMapOf, memberAttribute, memberNames, refsOf } from './group-attributes.ts'
import { groupStep } from './group-template.ts'
import { anyList, anyMap, boolean } from '../../resource-type/property.ts'
import { defineGroupType } from '../../resource-type/resource-type.ts'

export const resourceChain = defineGroupType({
  type: 'OS::Heat::ResourceChain',
  support: { since: '6.0.0' },
  properties: {
    resources: anyList({ required: true, update: 'in-place' }),
    concurrent: boolean({ default: false }),
    resource_properties: anyMap(),
  },
  attributes: {
    refs: { type: 'list', of: (child) => refsOf(child, memberNames(child)) },
    attributes: {
      type: 'map',
      of: async (child, _handling, path) =>
        atPath(path, await attributesMapOf(child, memberNames(child), path)),
    },
  },
  childStack: async ({ properties: { resources, concurrent, resource_properties } }, child) => {
    const members = resources.map((type, index): readonly [string, JsonObject] => [
      String(index),
      {
        type: String(type),
        ...(resource_properties === undefined
          ? {}
          : { properties: JSON.parse(JSON.stringify(resource_properties)) }),
        ...(concurrent || index === 0 ? {} : { depends_on: [String(index - 1)] }),
      },
    ])
    return groupStep(child, Object.fromEntries(members))
  },
  otherAttribute: ({ child }, name, path) => memberAttribute(child, memberNames(child), name, path),
})
