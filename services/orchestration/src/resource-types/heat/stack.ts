import { createStack, deleteStack, listStacks, updateStack } from '@nimbo/contracts/orchestration/stacks'
import { resumeStack, suspendStack } from '@nimbo/contracts/orchestration/stack-actions'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { makeOnce } from '../../resource-type/make-once.ts'
import { actOn, bodyOf, isComplete, liveStack, outputsOf, placeOf } from './live-stack.ts'
import { anyMap, boolean, integer, mapOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const stack = defineResourceType({
  type: 'OS::Heat::Stack',
  properties: {
    context: mapOf(
      {
        region_name: string(),
        credential_secret_id: string({ update: 'in-place', support: { since: '12.0.0' } }),
        ca_cert: string({ update: 'in-place', support: { since: '12.0.0' } }),
        insecure: boolean({ update: 'in-place', default: false, support: { since: '12.0.0' } }),
      },
      { update: 'in-place' },
    ),
    template: string({ required: true, update: 'in-place' }),
    timeout: integer({ update: 'in-place' }),
    parameters: anyMap({ update: 'in-place', default: {} }),
  },
  client: 'orchestration',
  validate: ({ context }) =>
    context?.region_name === undefined ? [] : ['There is no other region to make a stack in.'],
  create: ({ clients, properties, resource, stack: own, attempt }) => {
    const path = { tenant_id: own.projectId }
    return makeOnce(attempt, {
      make: async () => {
        const body = { stack_name: resource.physicalName, ...bodyOf(properties) }
        return (await clients.orchestration.call(createStack, { path, body })).stack.id
      },
      find: async () => {
        const query = { name: resource.physicalName }
        return (await clients.orchestration.call(listStacks, { path, query })).stacks
      },
    })
  },
  isCreated: async (handling) => isComplete(await liveStack(handling)),
  show: liveStack,
  update: async (handling) => {
    await handling.clients.orchestration.call(updateStack, {
      path: placeOf(handling),
      body: bodyOf(handling.properties),
    })
  },
  isUpdated: async (handling) => isComplete(await liveStack(handling)),
  delete: async (handling) => {
    await handling.clients.orchestration.call(deleteStack, { path: placeOf(handling) })
  },
  isDeleted: async (handling) => {
    const live = await unlessNotFound(liveStack(handling))
    if (live?.stack_status === 'DELETE_FAILED') isComplete(live)
    return live === undefined || live.stack_status === 'DELETE_COMPLETE'
  },
  suspend: (handling) => actOn(handling, suspendStack, 'suspend'),
  isSuspended: async (handling) => isComplete(await liveStack(handling)),
  resume: (handling) => actOn(handling, resumeStack, 'resume'),
  isResumed: async (handling) => isComplete(await liveStack(handling)),
  otherAttribute: async (handling, name) => outputsOf(await liveStack(handling))[name],
  attributes: {
    stack_name: { type: 'string' },
    outputs: { type: 'map', of: outputsOf },
  },
})
