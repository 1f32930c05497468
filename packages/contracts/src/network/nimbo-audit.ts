import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { auditReport } from '../compute/audit.ts'

export const longestGraceSeconds = 600

/** The audit of networks and of what their agents keep on hosts, with the same report as compute's. */
export const lookForNetworkLeftovers = operation({
  id: 'audit.look',
  method: 'GET',
  path: '/nimbo-audit',
  summary: 'Find what is left over of networks, ports and routers, and what their hosts lack',
  rule: 'nimbo-audit:look',
  on,
  query: Type.Object({ grace: Type.Optional(Type.Array(Type.String())) }),
  replies: { 200: view({ audit: auditReport }) },
  errors: ['HTTPBadRequest'],
})

export const repairNetworkLeftovers = operation({
  id: 'audit.repair',
  method: 'POST',
  path: '/nimbo-audit',
  summary: 'Find and repair what is left over of networks, ports and routers',
  rule: 'nimbo-audit:repair',
  on,
  body: Type.Object(
    {
      repair: Type.Boolean(),
      grace: Type.Optional(Type.Number({ minimum: 0, maximum: longestGraceSeconds })),
    },
    exact,
  ),
  replies: { 200: view({ audit: auditReport }) },
})
