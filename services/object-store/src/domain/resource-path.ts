import { errors } from '../errors.ts'

/** The account, container and object in a path. */
export interface ResourcePath {
  readonly account: string
  readonly container?: string
  readonly object?: string
}

export interface NameLimits {
  readonly max_account_name_length: number
  readonly max_container_name_length: number
  readonly max_object_name_length: number
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    throw errors.PreconditionFailed({ reason: 'Invalid UTF8 or contains NULL' })
  }
}

/** Splits the decoded `account/container/object`; object names may contain slashes. */
export const splitPath = (path: string): ResourcePath | undefined => {
  const [account = '', container, ...object] = path.split('/')
  if (account === '') return undefined
  if (container === undefined || container === '') return object.length > 0 ? undefined : { account }
  const name = object.join('/')
  return name === '' ? { account, container } : { account, container, object: name }
}

/** Parses the path after `/v1/`; undefined when it is invalid. */
export const readPath = (encoded: string): ResourcePath | undefined => {
  const path = decoded(encoded)
  if (path.includes('\0')) throw errors.PreconditionFailed({ reason: 'Invalid UTF8 or contains NULL' })
  return splitPath(path)
}

/** Parses `container/object` in headers (`Destination`, `X-Copy-From`), with or without a leading slash. */
export const readObjectName = (
  header: string,
  value: string,
): { readonly container: string; readonly object: string } => {
  const named = readPath(`-/${value.replace(/^\//, '')}`)
  if (named?.container === undefined || named.object === undefined)
    throw errors.PreconditionFailed({
      reason: `${header} header must be of the form <container name>/<object name>`,
    })
  return { container: named.container, object: named.object }
}

/** The encoded path of a resource, as in listings, links and signatures. */
export const pathOf = ({ account, container, object }: ResourcePath): string =>
  `/v1/${[account, container, object]
    .filter((part) => part !== undefined)
    .map((part) => encodeURIComponent(part).replaceAll('%2F', '/'))
    .join('/')}`

/** Throws when the name of a new resource is too long. */
export const requireNames = ({ container = '', object = '' }: ResourcePath, limits: NameLimits): void => {
  const containerLength = Buffer.byteLength(container)
  if (containerLength > limits.max_container_name_length)
    throw errors.Invalid({
      reason: `Container name length of ${containerLength} longer than ${limits.max_container_name_length}`,
    })
  const objectLength = Buffer.byteLength(object)
  if (objectLength > limits.max_object_name_length)
    throw errors.Invalid({
      reason: `Object name length of ${objectLength} longer than ${limits.max_object_name_length}`,
    })
}
