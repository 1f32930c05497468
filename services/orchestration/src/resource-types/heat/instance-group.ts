import { resourceErrors } from '../../resource-type/errors.ts'
import { attributesOf, namesByAge } from './group-attributes.ts'
import { groupStep } from './group-template.ts'
import { instanceOf, instanceRolling } from './instance-of.ts'
import { furtherMembers, membersFor } from './scaled-members.ts'
import { anyList, integer, listOf, mapOf, string } from '../../resource-type/property.ts'
import { defineGroupType } from '../../resource-type/resource-type.ts'

export const instanceGroup = defineGroupType({
  type: 'OS::Heat::InstanceGroup',
  properties: {
    AvailabilityZones: anyList({ required: true }),
    LaunchConfigurationName: string({ required: true, update: 'in-place' }),
    Size: integer({ required: true, update: 'in-place' }),
    LoadBalancerNames: anyList(),
    Tags: listOf(mapOf({ Key: string({ required: true }), Value: string({ required: true }) })),
  },
  attributes: {
    InstanceList: {
      type: 'string',
      of: async (child) => (await attributesOf(child, namesByAge(child), ['first_address'])).join(','),
    },
  },
  childStack: async (handling, child) => {
    const { properties, peers, resource } = handling
    const launched = await peers.byRefId(properties.LaunchConfigurationName)
    if (launched === undefined)
      throw resourceErrors.ResourceFailure({
        problem: `There is no launch configuration ${properties.LaunchConfigurationName}`,
      })
    const definition = instanceOf(launched.properties ?? {}, properties)
    return groupStep(child, membersFor(handling, child, { capacity: properties.Size, definition }), {
      rolling: child === undefined ? undefined : instanceRolling(resource.updatePolicy),
      spare: (count) => furtherMembers(handling, child, { count, definition }),
    })
  },
})
