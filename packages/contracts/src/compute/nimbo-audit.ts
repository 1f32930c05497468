import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { auditBody, auditReplies } from './audit.ts'
import { strictFrom275, text } from './query.ts'

export const lookForLeftovers = operation({
  id: 'audit.look',
  method: 'GET',
  path: '/nimbo-audit',
  summary: 'Find what is left over or disagrees in the whole cloud',
  rule: 'os_compute_api:nimbo-audit:look',
  on,
  query: strictFrom275({ grace: text }),
  replies: auditReplies,
})

export const repairLeftovers = operation({
  id: 'audit.repair',
  method: 'POST',
  path: '/nimbo-audit',
  summary: 'Find and repair what is left over or disagrees',
  rule: 'os_compute_api:nimbo-audit:repair',
  on,
  body: auditBody,
  replies: auditReplies,
})
