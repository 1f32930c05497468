import { Fault } from '@nimbo/kernel/errors'
import { mediaTypeOf } from '../content.ts'
import { isPresent } from '../is-present.ts'
import { microversion } from '../microversion.ts'
import type { Operation } from '../operation.ts'
import type { Api } from './api.ts'
import type { AnyRequest } from './request.ts'

/** A call without the service's location and the caller's credentials. */
export interface OutgoingCall {
  readonly method: string
  /** Below the service's root, such as `/v2.1/servers/1`. */
  readonly path: string
  readonly query: URLSearchParams | undefined
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON as text; other bodies unchanged. */
  readonly body: unknown
}

/** Builds the call of an operation. Throws a fault when the requested microversion does not have the operation. */
export const outgoingCall = (
  api: Api,
  operation: Operation,
  request: AnyRequest = {},
  clientVersion?: string,
): OutgoingCall => {
  const version = request.version ?? clientVersion
  if (version !== undefined) requirePresent(operation, version)
  const headers: Record<string, string> = { accept: acceptedBy(operation) }
  if (version !== undefined) headers['openstack-api-version'] = `${api.type} ${version}`
  const mediaType = operation.body && mediaTypeOf(operation.body)
  const body = request.body ?? actionOf(operation)
  const hasBody = body !== undefined
  if (hasBody) headers['content-type'] = mediaType ?? operation.mediaType ?? 'application/json'
  return {
    method: operation.method,
    path: api.prefix + filled(operation.path, request.path),
    query: request.query && written(request.query),
    headers: Object.assign(headers, request.headers),
    body: hasBody && mediaType === undefined ? JSON.stringify(body) : body,
  }
}

/** The body of an action without arguments consists of its key. */
const actionOf = ({ action }: Operation): unknown => (action === undefined ? undefined : { [action]: null })

const parameter = /\{(\w+)\}/g

/** Refuses an empty path parameter, which would address the collection. */
const filled = (path: string, values: AnyRequest['path'] = {}): string =>
  path.replace(parameter, (_, name: string) => {
    const value = String(values[name] ?? '')
    if (value === '') throw new RangeError(`${path}: ${name} is empty`)
    return encodeURIComponent(value)
  })

/** Repeats the name for each value of a list; undefined values are left out. */
const written = (query: Readonly<Record<string, unknown>>): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, String(one))
    else if (value !== undefined) search.append(name, String(value))
  }
  return search
}

const accepted = new WeakMap<Operation, string>()

const acceptedBy = (operation: Operation): string => {
  const known = accepted.get(operation)
  if (known !== undefined) return known
  const mediaTypes = Object.values(operation.replies).map(mediaTypeOf)
  const mediaType = mediaTypes.find((one) => one !== undefined) ?? 'application/json'
  accepted.set(operation, mediaType)
  return mediaType
}

/** Only the service knows its newest version. */
const versionOf = (text: string): number =>
  text === 'latest' ? Number.POSITIVE_INFINITY : microversion(text)

const requirePresent = (operation: Operation, version: string): void => {
  if (isPresent(operation, versionOf(version))) return
  const { id, since, until } = operation
  const bounds = [since && `from ${since} on`, until && `up to ${until}`].filter(Boolean).join(' and ')
  throw new Fault({
    code: 'OperationNotInVersion',
    kind: 'notImplemented',
    message: `${id} is there ${bounds}, and version ${version} is asked for.`,
    details: { operation: id, version },
  })
}
