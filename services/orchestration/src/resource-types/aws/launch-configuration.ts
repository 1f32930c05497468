import { anyList, like, listOf, mapOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

const launchProperties = {
  ImageId: like('glance.image'),
  InstanceType: like('nova.flavor'),
  InstanceId: like('nova.server'),
  KeyName: like('nova.keypair'),
  UserData: string(),
  SecurityGroups: anyList(),
  NovaSchedulerHints: listOf(mapOf({ Key: string({ required: true }), Value: string({ required: true }) })),
}

export const launchConfiguration = defineResourceType({
  type: 'AWS::AutoScaling::LaunchConfiguration',
  properties: launchProperties,
  validate: ({ InstanceId, ImageId, InstanceType }) =>
    InstanceId === undefined && (ImageId === undefined || InstanceType === undefined)
      ? ['If without InstanceId, ImageId and InstanceType are required.']
      : [],
  create: async ({ resource }) => resource.physicalName,
  delete: async () => {},
  isDeleted: async () => true,
})
