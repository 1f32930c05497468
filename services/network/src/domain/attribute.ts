import type { Json } from '@nimbo/kernel/json'

/** What became of a value a client gave: the value as it is kept, or the reason why it is refused. */
export type Accepted = { readonly value: Json } | { readonly problem: string }

export type Accept = (value: unknown) => Accepted

/** How an attribute is kept: a column of that kind, or `related` when it lives in tables of its own. */
export type Shape = 'text' | 'integer' | 'boolean' | 'json' | 'related'

/** One attribute of a resource: who may give it, what it may be, how it is kept. */
export interface Attribute {
  readonly shape: Shape
  /** Checks and normalises; absent for what only the service itself writes. */
  readonly accept?: Accept
  readonly post?: boolean
  readonly put?: boolean
  /** Taken on create when the client says nothing. */
  readonly default?: Json
  readonly required?: boolean
  /** Lists cannot be narrowed by it. */
  readonly unfilterable?: boolean
}

/** A kind of resource as the API has it: everything that is the same for all of them is derived from this. */
export interface ResourceType {
  /** `security_group`: in bodies, policies and quotas. */
  readonly name: string
  /** `security_groups` */
  readonly collection: string
  /** `security-groups` */
  readonly path: string
  readonly attributes: Readonly<Record<string, Attribute>>
  readonly parent?: ParentType
}

/** The kind of resource that others belong to, and what policies ask of it when they judge one of those. */
export interface ParentType {
  readonly type: ResourceType
  /** By which a resource names its parent: `network_id`. */
  readonly attribute: string
  /** Attributes of the parent, by the names policies know them under: `network:shared`. */
  readonly facts: Readonly<Record<string, string>>
}

export const accepted = (value: Json): Accepted => ({ value })
export const refused = (problem: string): Accepted => ({ problem })

/** Attributes that every resource has. */
export const standardAttributes = (text: Accept): Readonly<Record<string, Attribute>> => ({
  id: { shape: 'text' },
  project_id: { shape: 'text', post: true, accept: text },
  revision_number: { shape: 'integer' },
  created_at: { shape: 'text', unfilterable: true },
  updated_at: { shape: 'text', unfilterable: true },
})
