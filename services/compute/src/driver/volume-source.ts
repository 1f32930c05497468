/** How a volume is reached. `file`: a local path; `nbd`: a socket or host and port with an export name; `rbd`: Ceph. */
export type VolumeSource =
  | { readonly type: 'file'; readonly path: string; readonly format: 'raw' | 'qcow2' }
  | {
      readonly type: 'nbd'
      readonly socket?: string
      readonly host?: string
      readonly port?: number
      readonly exportName: string
      /** Whether the connection is encrypted, with certificates on both sides. */
      readonly tls?: true
    }
  | CephSource

/** An image in a Ceph pool. The host's own Ceph configuration names the user. */
export interface CephSource {
  readonly type: 'rbd'
  readonly pool: string
  readonly image: string
  /** The monitors of the Ceph cluster. */
  readonly monitors: readonly { readonly host: string; readonly port: string }[]
  readonly user: string
  /** The libvirt secret with the user's key. */
  readonly secretUuid: string
  /** Path of the cluster's configuration on this host. */
  readonly conf: string
}
