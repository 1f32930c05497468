import type { Template } from './template.ts'

/** What functions are resolved against. What is not known yet is `unknownYet`. */
export interface Scope {
  readonly template: Pick<Template, 'dialect' | 'conditions' | 'mappings'>
  /** Undefined where there is none of that name. */
  parameter(name: string): unknown
  /** Undefined where the template has no such resource. */
  reference(resource: string): Promise<unknown>
  /** Without a name: all attributes. */
  attribute(resource: string, name: string | undefined, path: readonly unknown[]): Promise<unknown>
  /** Undefined where no such file was given. */
  file(key: string): string | undefined
  /** A section of the resource that the stack stands for. */
  facade(section: 'metadata' | 'deletion_policy' | 'update_policy'): unknown
  zones(): Promise<readonly string[]>
}
