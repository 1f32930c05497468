import { Fault } from '@nimbo/kernel/errors'
import { formatMicroversion, type Microversion, parseMicroversion } from '@nimbo/operation/microversion'
import { spelledHeader } from './header-spelling.ts'
import type { Headers } from './message.ts'

/** An API's range of microversions and its headers. */
export interface MicroversionRange {
  /** The type in `OpenStack-API-Version: <type> <version>`. */
  readonly serviceType: string
  readonly min: Microversion
  readonly max: Microversion
  /** An older header with the version alone, such as `x-openstack-nova-api-version`. */
  readonly legacyHeader?: string
  /**
   * The message for an unsupported version. With it, any two numbers are a valid version, otherwise only those from 1.0.
   * Malformed ones give 400, unsupported ones 406.
   */
  readonly unacceptable?: (version: string) => string
  /** The message for text that is not a version; that of most services by default. */
  readonly malformed?: (version: string) => string
}

const asked = ({ serviceType, legacyHeader }: MicroversionRange, headers: Headers): string | undefined => {
  for (const part of headers['openstack-api-version']?.split(',') ?? []) {
    const [type, version] = part.trim().split(/\s+/)
    if (type?.toLowerCase() === serviceType && version) return version
  }
  return legacyHeader ? headers[legacyHeader] : undefined
}

/** The requested version: the minimum by default, 400 when malformed, 406 when out of range. */
export const negotiate = (range: MicroversionRange, headers: Headers): Microversion => {
  const text = asked(range, headers)
  if (text === undefined) return range.min
  if (text.toLowerCase() === 'latest') return range.max
  const version = parseMicroversion(text)
  if (version === undefined && !(range.unacceptable && /^\d{1,4}\.\d{1,4}$/.test(text))) {
    throw new Fault({
      code: 'InvalidAPIVersionString',
      kind: 'badRequest',
      message:
        range.malformed?.(text) ??
        `API Version String ${text} is of invalid format. Must be of format MajorNum.MinorNum.`,
      details: { version: text },
    })
  }
  if (version === undefined || version < range.min || version > range.max) {
    const [min, max] = [formatMicroversion(range.min), formatMicroversion(range.max)]
    throw new Fault({
      code: 'InvalidGlobalAPIVersion',
      kind: 'notAcceptable',
      message:
        range.unacceptable?.(text) ??
        `Version ${text} is not supported by the API. Minimum is ${min} and maximum is ${max}.`,
      details: { min_version: min, max_version: max },
    })
  }
  return version
}

/** Makes the version headers of replies, cached per version. */
export const versionHeaders = (range: MicroversionRange): ((version: Microversion) => Headers) => {
  const { serviceType, legacyHeader } = range
  const names = ['openstack-api-version', ...(legacyHeader ? [legacyHeader] : [])]
  const vary = names.map(spelledHeader).join(', ')
  const known = new Map<Microversion, Headers>()
  return (version) => {
    const made = known.get(version)
    if (made) return made
    const text = formatMicroversion(version)
    const headers = {
      'openstack-api-version': `${serviceType} ${text}`,
      ...(legacyHeader ? { [legacyHeader]: text } : {}),
      vary,
    }
    known.set(version, headers)
    return headers
  }
}
