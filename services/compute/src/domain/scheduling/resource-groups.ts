import type { RequestedResources } from './requested-resources.ts'

/** Resources that one provider of the host's tree must give together. */
export interface ResourceGroup {
  readonly suffix: string
  readonly resources: RequestedResources
  /** Required traits and, with `!`, forbidden ones. */
  readonly traits: readonly string[]
}

/** The groups of a request beside the resources that any provider of the tree may give. */
export interface ResourceGroups {
  readonly groups: readonly ResourceGroup[]
  /** Whether groups may share a provider (`none`) or not (`isolate`); undefined if the request does not say. */
  readonly policy?: string
  /** Each entry has the suffixes of groups whose providers must be in the same subtree. */
  readonly sameSubtrees: readonly (readonly string[])[]
}
