import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Node = view({
  vcpu_set: Type.Array(Type.Integer()),
  siblings: Type.Array(Type.Array(Type.Integer())),
  memory_mb: Type.Integer(),
  /** Only for administrators. */
  host_node: Type.Optional(Type.Integer()),
  /** Only for administrators: host CPUs by guest CPU. */
  cpu_pinning: Type.Optional(Type.Record(Type.String(), Type.Integer())),
})

export const showTopology = operation({
  id: 'servers.topology.show',
  method: 'GET',
  path: '/servers/{server_id}/topology',
  since: '2.78',
  summary: 'Show which NUMA nodes a server has',
  rule: 'compute:server:topology:index',
  on: found('server'),
  replies: { 200: view({ nodes: Type.Array(Node), pagesize_kb: nullable(Type.Integer()) }) },
  errors: ['ServerNotFound'],
})
