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
  malformed: (version) => `Invalid microversion: invalid version string: ${version}; its form is MAJOR.MINOR`,
  unacceptable: (version) => `Invalid microversion: Unacceptable version header: ${version}`,
}

/** The message for an invalid body or query, as Python's jsonschema prints it. */
export const invalidMessage = ({ reason, keyword }: Invalid, part: 'body' | 'query'): string => {
  const what = part === 'body' ? 'JSON does not validate' : 'Invalid query string parameters'
  return `${what}: ${reason}\n\nFailed validating '${keyword}' in schema`
}

/** The error code for clients; most errors have none. */
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

/** Placement adds a second sentence to the 405 for a method that no version of the path has. */
const detailOf = (fault: Fault): string =>
  isFault(fault, 'MethodNotAllowed') && fault.details.inOtherVersions !== true
    ? `${fault.message} \n\n The method specified is not allowed for this resource.`
    : fault.message

/** Placement's error format; codes are included since 1.23. */
export const faultEnvelope =
  (identityUri: string): FaultEnvelope =>
  (fault, status, request) => {
    // 401 replies have the format of keystonemiddleware.
    if (status === 401) return unauthorized(identityUri)
    const { min_version, max_version } = fault.details
    const error = {
      status,
      title: STATUS_CODES[status] ?? 'Error',
      detail: detailOf(fault),
      request_id: request.state.requestId,
      ...(versionOf(request.headers) >= withCodes ? { code: codeOf(fault) } : {}),
      ...(isFault(fault, 'InvalidGlobalAPIVersion') ? { min_version, max_version } : {}),
    }
    return json(status, { errors: [error] })
  }
