import { STATUS_CODES } from 'node:http'
import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { type MicroversionRange, negotiate } from '@nimbo/http/microversion'
import { json } from '@nimbo/http/reply'
import { isFault } from '@nimbo/kernel/errors'
import { microversion } from '@nimbo/operation/microversion'
import { codes } from '../errors.ts'

export const versions: MicroversionRange = {
  serviceType: 'placement',
  min: microversion('1.0'),
  max: microversion('1.39'),
}

const withCodes = microversion('1.23')

const versionOf = (headers: Parameters<typeof negotiate>[1]): number => {
  try {
    return negotiate(versions, headers)
  } catch {
    return versions.min
  }
}

/** Placement's own form of a failure; the code by which clients tell conflicts apart is there from 1.23 on. */
export const faultEnvelope: FaultEnvelope = (fault, status, request) => {
  const { min_version, max_version, code } = fault.details
  const error = {
    status,
    title: STATUS_CODES[status] ?? 'Error',
    detail: fault.message,
    request_id: request.state.requestId,
    ...(versionOf(request.headers) >= withCodes
      ? { code: typeof code === 'string' ? code : codes.undefined }
      : {}),
    ...(isFault(fault, 'InvalidGlobalAPIVersion') ? { min_version, max_version } : {}),
  }
  return json(status, { errors: [error] })
}
