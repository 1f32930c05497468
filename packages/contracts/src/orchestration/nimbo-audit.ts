import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { auditBody, auditReplies } from '../compute/audit.ts'
import { words } from './words.ts'

/** The audit of stacks, with the same report as compute's. */
export const lookForStackLeftovers = operation({
  id: 'audit.look',
  method: 'GET',
  path: '/v1/nimbo-audit',
  summary: 'Find what is left over of stacks, and stacks that nobody carries on',
  rule: 'nimbo-audit:look',
  on,
  query: words('grace'),
  replies: auditReplies,
  errors: ['BadRequest'],
})

export const repairStackLeftovers = operation({
  id: 'audit.repair',
  method: 'POST',
  path: '/v1/nimbo-audit',
  summary: 'Find and repair what is left over of stacks',
  rule: 'nimbo-audit:repair',
  on,
  body: auditBody,
  replies: auditReplies,
})
