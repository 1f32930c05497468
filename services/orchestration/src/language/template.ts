import type { ParameterSchema } from './parameter-schema.ts'
import type { Dialect } from './versions.ts'

type Values = Readonly<Record<string, unknown>>

/** A resource definition with unresolved functions. */
export interface ResourceDefinition {
  readonly name: string
  readonly type: string
  readonly properties: Values
  readonly metadata: Values
  readonly dependsOn: readonly string[]
  readonly deletionPolicy: unknown
  readonly updatePolicy: Values
  readonly description: string
  /** The id of an existing object (`external_id`), which the stack shows but does not manage. */
  readonly externalId: unknown
  /** Undefined if it has none. */
  readonly condition: unknown
}

export interface OutputDefinition {
  readonly name: string
  readonly value: unknown
  readonly description: string
  readonly condition: unknown
}

export interface ParameterGroup {
  readonly label: string
  readonly description: string
  readonly parameters: readonly string[]
}

/** A parsed template. */
export interface Template {
  readonly dialect: Dialect
  readonly description: string
  readonly parameters: ReadonlyMap<string, ParameterSchema>
  readonly parameterGroups: readonly ParameterGroup[]
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly outputs: ReadonlyMap<string, OutputDefinition>
  readonly conditions: ReadonlyMap<string, unknown>
  readonly mappings: Values
  /** The template as received. */
  readonly raw: Values
}
