/** Where a volume is, as the host reaches it. `file`: a local path; `nbd`: a socket or host and port with an export name; `rbd`: Ceph. */
export type VolumeSource =
  | { readonly type: 'file'; readonly path: string; readonly format: 'raw' | 'qcow2' }
  | {
      readonly type: 'nbd'
      readonly socket?: string
      readonly host?: string
      readonly port?: number
      readonly exportName: string
    }
  | CephSource

/** An image of a pool of Ceph. Whose key is asked for stands in what the host itself has of the cluster. */
export interface CephSource {
  readonly type: 'rbd'
  readonly pool: string
  readonly image: string
  /** Its monitors. */
  readonly monitors: readonly { readonly host: string; readonly port: string }[]
  readonly user: string
  /** Under which libvirt keeps the user's key. */
  readonly secretUuid: string
  /** The cluster's configuration on this host. */
  readonly conf: string
}
