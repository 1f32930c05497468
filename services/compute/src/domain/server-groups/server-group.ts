export type GroupPolicy = 'affinity' | 'anti-affinity' | 'soft-affinity' | 'soft-anti-affinity'

/** A group of servers with an affinity or anti-affinity policy. */
export interface ServerGroup {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly userId: string
  readonly policy: GroupPolicy
  readonly rules: { readonly max_server_per_host?: number }
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: string
}
