import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { path } from '@nimbo/operation/target'
import { Type } from 'typebox'

const one = '/auto-allocated-topology/{project_id}'

/** The project's auto-allocated network, with a router to the default external network. */
export const getAutoAllocatedTopology = operation({
  id: 'auto_allocated_topologies.show',
  method: 'GET',
  path: one,
  summary: 'Show the network that a project gets without asking for one, made when first asked for',
  rule: 'get_auto_allocated_topology',
  on: path,
  query: Type.Object({ fields: Type.Optional(Type.Array(Type.String())) }),
  replies: {
    200: view({
      auto_allocated_topology: view({
        id: Type.String(),
        project_id: Type.String(),
        tenant_id: Type.String(),
      }),
    }),
  },
  errors: ['AutoAllocationFailure', 'OverQuota'],
})

export const deleteAutoAllocatedTopology = operation({
  id: 'auto_allocated_topologies.delete',
  method: 'DELETE',
  path: one,
  summary: 'Delete the network that a project got without asking for one',
  rule: 'delete_auto_allocated_topology',
  on: path,
  replies: { 204: empty },
  errors: ['NetworkInUse'],
})
