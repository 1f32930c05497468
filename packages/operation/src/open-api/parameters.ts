import type { TSchema } from 'typebox'
import { partsOf } from '../schema-parts.ts'
import { jsonSchemaOf } from './json-schema.ts'

/** An OpenAPI parameter. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly style?: 'form'
  readonly explode?: boolean
  readonly schema: unknown
}

/** The parameters in a path template. */
export const pathParameters = (path: string): readonly Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

/** The parameters of a query; a query with arbitrary names becomes one object parameter. */
export const queryParameters = (query: TSchema | undefined): readonly Parameter[] => {
  if (!query) return []
  const { properties, required = [] } = partsOf(query)
  if (!properties)
    return [{ name: 'query', in: 'query', style: 'form', explode: true, schema: jsonSchemaOf(query) }]
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: jsonSchemaOf(schema),
  }))
}
