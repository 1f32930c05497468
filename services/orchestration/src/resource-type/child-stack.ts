import type { Json, JsonObject } from '@nimbo/kernel/json'

/** A member of a resource's own stack. */
export interface ChildMember {
  readonly name: string
  readonly type: string
  readonly action: string
  readonly status: string
  readonly physicalId: string | undefined
  readonly createdAt: string
  /** Its definition in the child's template. */
  readonly definition: JsonObject
}

/** The stack that a resource is made of: a group's members, a template used as a type. */
export interface ChildStack {
  readonly id: string
  /** Whether the engine is at work on it. */
  readonly isBusy: boolean
  readonly template: JsonObject
  readonly members: readonly ChildMember[]
  refId(member: string): Promise<string | undefined>
  attribute(member: string, name: string, path: readonly Json[]): Promise<unknown>
  output(name: string): Promise<unknown>
}

/** What the engine makes of the child stack next. */
export interface ChildStep {
  readonly template: JsonObject
  readonly parameters?: JsonObject
  /** To wait after it before the step that follows. */
  readonly pauseSeconds?: number
  /** Another step follows when the child is COMPLETE: the handler is asked again. */
  readonly goesOn?: boolean
}
