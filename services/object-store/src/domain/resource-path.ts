import { errors } from '../errors.ts'

/** What a path names: an account, a container in it, an object in that. */
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

/** Splits `account/container/object`, decoded: the object keeps the slashes it has. */
export const splitPath = (path: string): ResourcePath | undefined => {
  const [account = '', container, ...object] = path.split('/')
  if (account === '') return undefined
  if (container === undefined || container === '') return object.length > 0 ? undefined : { account }
  const name = object.join('/')
  return name === '' ? { account, container } : { account, container, object: name }
}

/** What the path behind `/v1/` names; undefined when it names nothing. */
export const readPath = (encoded: string): ResourcePath | undefined => {
  const path = decoded(encoded)
  if (path.includes('\0')) throw errors.PreconditionFailed({ reason: 'Invalid UTF8 or contains NULL' })
  return splitPath(path)
}

/** `container/object` as headers name it (`Destination`, `X-Copy-From`), with or without a slash before it. */
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

/** The path of a resource, encoded, as listings, links and signatures have it. */
export const pathOf = ({ account, container, object }: ResourcePath): string =>
  `/v1/${[account, container, object]
    .filter((part) => part !== undefined)
    .map((part) => encodeURIComponent(part).replaceAll('%2F', '/'))
    .join('/')}`

/** Throws when a name that is to be created is too long. */
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
