import type { ParameterSchema } from './parameter-schema.ts'
import type { Dialect } from './versions.ts'

type Values = Readonly<Record<string, unknown>>

/** A resource as its template has it; functions are not resolved. */
export interface ResourceDefinition {
  readonly name: string
  readonly type: string
  readonly properties: Values
  readonly metadata: Values
  readonly dependsOn: readonly string[]
  readonly deletionPolicy: unknown
  readonly updatePolicy: Values
  readonly description: string
  /** What it stands for exists already, and is only shown. */
  readonly externalId: unknown
  /** Undefined where there is none. */
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

/** A template whose form is right. */
export interface Template {
  readonly dialect: Dialect
  readonly description: string
  readonly parameters: ReadonlyMap<string, ParameterSchema>
  readonly parameterGroups: readonly ParameterGroup[]
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly outputs: ReadonlyMap<string, OutputDefinition>
  readonly conditions: ReadonlyMap<string, unknown>
  readonly mappings: Values
  /** As it came. */
  readonly raw: Values
}
