import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { auditBody, auditReplies } from '../compute/audit.ts'

/** The audit of networks and of what their agents keep on hosts, with the same report as compute's. */
export const lookForNetworkLeftovers = operation({
  id: 'audit.look',
  method: 'GET',
  path: '/nimbo-audit',
  summary: 'Find what is left over of networks, ports and routers, and what their hosts lack',
  rule: 'nimbo-audit:look',
  on,
  query: Type.Object({ grace: Type.Optional(Type.Array(Type.String())) }),
  replies: auditReplies,
  errors: ['HTTPBadRequest'],
})

export const repairNetworkLeftovers = operation({
  id: 'audit.repair',
  method: 'POST',
  path: '/nimbo-audit',
  summary: 'Find and repair what is left over of networks, ports and routers',
  rule: 'nimbo-audit:repair',
  on,
  body: auditBody,
  replies: auditReplies,
})
