import { domainRef } from './wire-types.ts'
import { decode, int, optional, string, struct, uuid } from './xdr.ts'

/** The codes of `virErrorNumber` that callers use. */
export const errorCodes = {
  internalError: 1,
  noSupport: 3,
  invalidArgument: 8,
  operationFailed: 9,
  xmlError: 27,
  domainExists: 28,
  systemError: 38,
  rpc: 39,
  noDomain: 42,
  noNodeDevice: 53,
  noSecret: 66,
  authFailed: 45,
  operationInvalid: 55,
  configUnsupported: 67,
  operationTimeout: 68,
  operationAborted: 78,
  blockCopyActive: 83,
  operationUnsupported: 84,
  agentUnresponsive: 86,
  resourceBusy: 87,
  deviceMissing: 99,
} as const

/** An error reply of libvirt. `code` is a `virErrorNumber`, `domain` the part of libvirt that failed. */
class LibvirtError extends Error {
  override readonly name = 'LibvirtError'
  readonly code: number
  readonly domain: number
  readonly level: number

  constructor(error: { code: number; domain: number; level: number; message: string }) {
    super(error.message)
    this.code = error.code
    this.domain = error.domain
    this.level = error.level
  }
}

/** The connection broke, so it is unknown whether pending calls took effect. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

export const isLibvirtError = (error: unknown, ...codes: readonly number[]): error is LibvirtError =>
  error instanceof LibvirtError && (codes.length === 0 || codes.includes(error.code))

const networkRef = struct<{ name: string; uuid: string }>({ name: string, uuid })

/** The body of error replies. */
export const errorBody = struct({
  code: int,
  domain: int,
  message: optional(string),
  level: int,
  dom: optional(domainRef),
  str1: optional(string),
  str2: optional(string),
  str3: optional(string),
  int1: int,
  int2: int,
  net: optional(networkRef),
})

export const decodeError = (body: Buffer): LibvirtError => {
  const error = decode(errorBody, body)
  return new LibvirtError({ ...error, message: error.message ?? `libvirt error ${error.code}` })
}
