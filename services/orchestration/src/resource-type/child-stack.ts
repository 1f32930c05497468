import type { Json, JsonObject } from '@nimbo/kernel/json'

/** A member of a nested stack. */
export interface ChildMember {
  readonly name: string
  readonly type: string
  readonly action: string
  readonly status: string
  readonly physicalId: string | undefined
  readonly createdAt: string
  /** Its definition in the nested template. */
  readonly definition: JsonObject
}

/** The nested stack of a resource: the members of a group, or a template used as a type. */
export interface ChildStack {
  readonly id: string
  /** Whether an action on it is in progress. */
  readonly isBusy: boolean
  readonly template: JsonObject
  readonly members: readonly ChildMember[]
  refId(member: string): Promise<string | undefined>
  attribute(member: string, name: string, path: readonly Json[]): Promise<unknown>
  output(name: string): Promise<unknown>
}

/** What the nested stack is to be updated to next. */
export interface ChildStep {
  readonly template: JsonObject
  readonly parameters?: JsonObject
  /** Seconds to wait after this step before the next one. */
  readonly pauseSeconds?: number
  /** Whether another step follows when the nested stack is COMPLETE: the handler is called again. */
  readonly goesOn?: boolean
}
