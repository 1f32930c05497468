import { services } from '@nimbo/cloud/services'
import { schemaChecker } from '@nimbo/http/validate'
import { isEmpty, mediaTypeOf } from '@nimbo/operation/content'
import { isPresent } from '@nimbo/operation/is-present'
import { parseMicroversion } from '@nimbo/operation/microversion'
import type { Operation } from '@nimbo/operation/operation'
import { schemaAt } from '@nimbo/operation/schema-at'

/** A request to an operation and its reply, for readers. */
export interface Sample {
  readonly operation: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly version?: string
    readonly body?: unknown
  }
  readonly reply: { readonly status: number; readonly body?: unknown }
}

/** An operation of an API, and the file of its sample. */
export interface Sampled {
  readonly operation: Operation
  /** Relative to the root of the repository. */
  readonly file: string
}

/**
 * Every operation of every API; one with several paths appears once. Operations that are always refused, such as those that OpenStack
 * removed, have no reply to show and are left out.
 */
export const sampledOperations = async (): Promise<readonly Sampled[]> => {
  const apis = await Promise.all(services.map(async ({ type, api }) => ({ type, ...(await api()) })))
  const all = apis.flatMap(({ type, operations }) =>
    operations
      .filter(({ replies }) => Object.keys(replies).length > 0)
      .map((operation) => ({
        operation,
        file: `docs/reference/samples/${type}/${operation.id.replaceAll('/', '-')}.json`,
      })),
  )
  return [...new Map(all.toReversed().map((one) => [one.file, one])).values()].toReversed()
}

const check = schemaChecker('reply')

type Schema = Operation['replies'][number]

const faultOf = (part: string, schema: Schema | undefined, value: unknown): readonly string[] => {
  if (schema === undefined || mediaTypeOf(schema) !== undefined) return []
  if (isEmpty(schema)) return value === undefined ? [] : [`${part} has a body`]
  const invalid = check(schema)(value)
  return invalid ? [`${part} ${invalid.path}: ${invalid.reason}`] : []
}

/** Matches a path with or without a trailing slash. */
const pattern = (path: string): RegExp =>
  new RegExp(`${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '.+')}/?(\\?.*)?$`)

/** The violations of the contract of an operation by a sample; empty if it matches. */
export const faultsOf = (operation: Operation, { request, reply }: Sample): readonly string[] => {
  const version = parseMicroversion(request.version ?? '') ?? 0
  const { [reply.status]: declared } = operation.replies
  if (!declared) return [`status ${reply.status} is not declared`]
  if (!isPresent(operation, version)) return [`there is no such operation in ${request.version}`]
  const { body } = operation
  return [
    ...(request.method === operation.method && pattern(operation.path).test(request.path)
      ? []
      : ['another path']),
    ...(body && request.body !== undefined ? faultOf('request', schemaAt(body, version), request.body) : []),
    ...faultOf('reply', schemaAt(declared, version), reply.body),
  ]
}
