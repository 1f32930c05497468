import type { HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { XMLBuilder } from 'fast-xml-parser'
import type { ObjectRequest } from '../object-request.ts'
import type { BulkOutcome } from './bulk-outcome.ts'

const xml = new XMLBuilder({ format: false })

const statusOf = ({ givenUp, errors, counts }: BulkOutcome): string => {
  if (givenUp) return givenUp.status
  if (errors.length > 0) return '400 Bad Request'
  return 'Number Files Created' in counts ? '201 Created' : '200 OK'
}

/** The response to a bulk request. The actual status is in the body, because some of the operations may have succeeded. */
export const bulkReply = ({ headers, query }: ObjectRequest, outcome: BulkOutcome): HttpResponse => {
  const accept = query.get('format') === 'json' ? 'application/json' : (headers.accept ?? 'text/plain')
  const status = statusOf(outcome)
  const body = outcome.givenUp?.reason ?? ''
  if (accept.includes('json')) {
    const fields = {
      ...outcome.counts,
      'Response Status': status,
      'Response Body': body,
      Errors: outcome.errors,
    }
    return bytes(200, JSON.stringify(fields), { 'content-type': 'application/json' })
  }
  if (accept.includes('xml')) {
    const fields = Object.entries(outcome.counts).map(([name, count]) => [
      name.toLowerCase().replaceAll(' ', '_'),
      count,
    ])
    const failed = outcome.errors.map(([name, why]) => ({ name, status: why }))
    const tree = {
      ...Object.fromEntries(fields),
      response_status: status,
      response_body: body,
      errors: { object: failed },
    }
    return bytes(200, `<?xml version="1.0" encoding="UTF-8"?>\n${xml.build({ delete: tree })}`, {
      'content-type': 'application/xml',
    })
  }
  const lines = [
    ...Object.entries(outcome.counts).map(([name, count]) => `${name}: ${count}`),
    `Response Status: ${status}`,
    `Response Body: ${body}`,
    'Errors:',
    ...outcome.errors.map(([name, why]) => `${name}, ${why}`),
  ]
  return bytes(200, `${lines.join('\n')}\n`, { 'content-type': 'text/plain; charset=utf-8' })
}
