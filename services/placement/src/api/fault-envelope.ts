import { unauthorized } from '@nimbo/http/filters/authtoken'
import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { type MicroversionRange, negotiate } from '@nimbo/http/microversion'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'
import { STATUS_CODES } from '@nimbo/kernel/node-http'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import { microversion } from '@nimbo/operation/microversion'
import { codes } from '../errors.ts'

export const versions: MicroversionRange = {
  serviceType: 'placement',
  min: microversion('1.0'),
  max: microversion('1.39'),
  unacceptable: (version) => `Invalid microversion: Unacceptable version header: ${version}`,
}

/** What is wrong with a body or query, in the form in which the JSON Schema library prints it. */
export const invalidMessage = ({ reason, keyword }: Invalid, part: 'body' | 'query'): string => {
  const what = part === 'body' ? 'JSON does not validate' : 'Invalid query string parameters'
  return `${what}: ${reason}\n\nFailed validating '${keyword}' in schema`
}

/** The code by which clients tell a failure; most have none of their own. */
const codeOf = ({ details }: Fault): string =>
  typeof details.code === 'string' ? details.code : codes.undefined

const withCodes = microversion('1.23')

const versionOf = (headers: Parameters<typeof negotiate>[1]): number => {
  try {
    return negotiate(versions, headers)
  } catch {
    return versions.min
  }
}

/** Placement's own form of a failure; the code by which clients tell conflicts apart is there from 1.23 on. */
export const faultEnvelope =
  (identityUri: string): FaultEnvelope =>
  (fault, status, request) => {
    // Of tokens the filter in front speaks, in a form of its own.
    if (status === 401) return unauthorized(identityUri)
    const { min_version, max_version } = fault.details
    const error = {
      status,
      title: STATUS_CODES[status] ?? 'Error',
      detail: fault.message,
      request_id: request.state.requestId,
      ...(versionOf(request.headers) >= withCodes ? { code: codeOf(fault) } : {}),
      ...(isFault(fault, 'InvalidGlobalAPIVersion') ? { min_version, max_version } : {}),
    }
    return json(status, { errors: [error] })
  }
