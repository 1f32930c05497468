import type { TSchema } from 'typebox'
import { isEmpty, mediaTypeOf, shapeOf } from '../content.ts'
import { isPresent } from '../is-present.ts'
import { formatMicroversion, type Microversion } from '../microversion.ts'
import type { Operation } from '../operation.ts'
import { schemaAt } from '../schema-at.ts'
import { type Example, examplesIn } from './examples.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { pathParameters, queryParameters } from './parameters.ts'

/** The input for an API's OpenAPI document. */
export interface OpenApiSource {
  /** For example `Compute`. */
  readonly title: string
  readonly operations: readonly Operation[]
  /** The base URL, such as `https://cloud/compute/v2.1`. */
  readonly url: string
  /** The microversion to describe. */
  readonly version?: Microversion
  /** Samples of operations, if known. */
  readonly exampleOf?: (operation: Operation) => Example | undefined
}

/**
 * Describes an API in OpenAPI 3.1 in one microversion. Operations that share method and path (actions) become one operation whose
 * body is one of theirs.
 */
export const openApiOf = ({ title, operations, url, version, exampleOf }: OpenApiSource) => {
  const asked: Asked = { version: version ?? 0, exampleOf: exampleOf ?? (() => undefined) }
  const now = asked.version
  const present = operations.filter((one) => isPresent(one, now))
  const named = uniqueNames()
  const byPath = Map.groupBy(present, ({ path }) => path)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: version === undefined ? '1' : formatMicroversion(version),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    security: [{ token: [] }],
    tags: tagsOf(present),
    paths: Object.fromEntries([...byPath].map(([path, ofPath]) => [path, pathItem(ofPath, asked, named)])),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Auth-Token' } },
    },
  }
}

const resourceOf = ({ id }: Operation): string => id.split('.')[0] ?? id

const tagsOf = (operations: readonly Operation[]) =>
  [...new Set(operations.map(resourceOf))].sort().map((name) => ({ name }))

/** Options of a document. */
interface Asked {
  readonly version: Microversion
  readonly exampleOf: (operation: Operation) => Example | undefined
}

const pathItem = (operations: readonly Operation[], asked: Asked, named: Naming) =>
  Object.fromEntries(
    [...Map.groupBy(operations.filter(isKnownToOpenApi), ({ method }) => method)].map(
      ([method, ofMethod]) => [method.toLowerCase(), operationItem(ofMethod, asked, named)],
    ),
  )

/** OpenAPI allows a fixed set of methods. */
const isKnownToOpenApi = ({ method }: Operation): boolean => method !== 'COPY'

type Naming = (id: string) => string

/** One of our operations may have several paths and methods, which OpenAPI counts as separate operations with unique names. */
const uniqueNames = (): Naming => {
  const times = new Map<string, number>()
  return (id) => {
    const before = times.get(id) ?? 0
    times.set(id, before + 1)
    return before === 0 ? id : `${id}.${before + 1}`
  }
}

const operationItem = (operations: readonly Operation[], asked: Asked, named: Naming) => {
  const [first, ...others] = operations
  if (!first) return {}
  const isOpen = first.on.kind === 'open'
  return {
    operationId: named(others.length === 0 ? first.id : `${resourceOf(first)}.action`),
    tags: [resourceOf(first)],
    summary: others.length === 0 ? first.summary : `One of ${operations.length} actions`,
    ...(operations.every(({ deprecated }) => deprecated) ? { deprecated: true } : {}),
    ...(isOpen ? { security: [] } : {}),
    parameters: [
      ...pathParameters(first.path),
      ...operations.flatMap(({ query }) => queryParameters(query && schemaAt(query, asked.version))),
    ],
    ...requestBody(operations, asked),
    responses: responses(operations, asked),
    'x-operations': operations.map(({ id, action, summary, since, until, rule, on, mayAsk, errors }) => ({
      ...{ id, action, summary, since, until, rule, target: on.kind, mayAsk, errors },
    })),
  }
}

const oneOf = (schemas: readonly TSchema[]): unknown => {
  const [only, ...others] = schemas.map((schema) => jsonSchemaOf(shapeOf(schema) ?? schema))
  return only && others.length === 0 ? only : { oneOf: [only, ...others] }
}

const requestBody = (operations: readonly Operation[], { version, exampleOf }: Asked) => {
  const bodies = operations.flatMap(({ body }) => (body && schemaAt(body, version)) ?? [])
  const [mediaType] = operations.flatMap((one) => one.mediaType ?? [])
  const examples = examplesIn(operations, (one) => exampleOf(one)?.request)
  return bodies.length === 0 ? {} : { requestBody: { content: contentOf(bodies, examples, mediaType) } }
}

const contentOf = (schemas: readonly TSchema[], examples: object, jsonType = 'application/json') =>
  Object.fromEntries(
    [...Map.groupBy(schemas, (schema) => mediaTypeOf(schema) ?? jsonType)].map(([mediaType, ofType]) => [
      mediaType,
      mediaType === jsonType ? { schema: oneOf(ofType), ...examples } : {},
    ]),
  )

const responses = (operations: readonly Operation[], { version, exampleOf }: Asked) => {
  const replies = operations.flatMap(({ replies }) =>
    Object.entries(replies).flatMap(([status, schema]) => {
      const present = schemaAt(schema, version)
      return present ? [{ status, schema: present }] : []
    }),
  )
  const byStatus = Map.groupBy(replies, ({ status }) => status)
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, ofStatus]) => {
        const schemas = ofStatus.map(({ schema }) => schema).filter((schema) => !isEmpty(schema))
        const examples = examplesIn(operations, (one) => exampleOf(one)?.replies[status])
        return [
          status,
          {
            description: 'Success',
            ...(schemas.length > 0 ? { content: contentOf(schemas, examples) } : {}),
          },
        ]
      }),
    ),
    '4XX': { description: 'Refused; the body says why, in the envelope of the service' },
  }
}
