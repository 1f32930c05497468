import type { Template } from './template.ts'

/** What functions are resolved against. Values that are not known yet are `unknownYet`. */
export interface Scope {
  readonly template: Pick<Template, 'dialect' | 'conditions' | 'mappings'>
  /** Undefined if there is no such parameter. */
  parameter(name: string): unknown
  /** Undefined if the template has no such resource. */
  reference(resource: string): Promise<unknown>
  /** Without a name, all attributes. */
  attribute(resource: string, name: string | undefined, path: readonly unknown[]): Promise<unknown>
  /** Undefined if there is no such file. */
  file(key: string): string | undefined
  /** A section of the parent's resource, for `resource_facade` in nested stacks. */
  facade(section: 'metadata' | 'deletion_policy' | 'update_policy'): unknown
  zones(): Promise<readonly string[]>
}
