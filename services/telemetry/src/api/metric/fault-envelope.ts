import { STATUS_CODES } from '@nimbo/kernel/node-http'
import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'

/** What is wrong with a body or a query, as voluptuous says it. */
export const invalidMessage = ({ reason, parts }: Invalid): string =>
  `Invalid input: ${reason}${parts.length === 0 ? '' : ` @ data${parts.map((part) => `['${part}']`).join('')}`}`

const inParts = ['Invalid', 'NotFoundWithDetail']

/** The form of a failure of the metrics service: its description is a sentence, or says cause, reason and detail apart. */
export const faultEnvelope: FaultEnvelope = (fault, status) => {
  const { cause, reason, detail } = fault.details
  const description = inParts.includes(fault.code) ? { cause, reason, detail } : fault.message
  return json(status, { code: status, title: STATUS_CODES[status] ?? 'Error', description })
}
