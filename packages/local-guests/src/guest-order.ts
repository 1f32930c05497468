import type { ServerId } from '@nimbo/kernel/ids'

/** An empty disk on the host's own disk, which ends with the server. */
export interface LocalDisk {
  readonly kind: 'ephemeral' | 'swap'
  readonly sizeMb: number
  readonly format?: 'ext2' | 'ext3' | 'ext4' | 'xfs'
  readonly device?: string
  readonly bus?: string
}

/** A volume as the host reaches it. */
export interface DiskConnection {
  readonly volumeId: string
  readonly attachmentId: string
  /** `/dev/vdb`. */
  readonly device: string
  readonly bootIndex?: number
  readonly bus?: string
  readonly readOnly: boolean
  readonly encrypted?: true
  readonly connection:
    | { readonly type: 'file'; readonly path: string; readonly format: 'raw' | 'qcow2' }
    | {
        readonly type: 'nbd'
        readonly socket?: string
        readonly host?: string
        readonly port?: number
        readonly exportName: string
      }
    | {
        readonly type: 'rbd'
        readonly pool: string
        readonly image: string
        readonly monitors: readonly { readonly host: string; readonly port: string }[]
        readonly user: string
        readonly secretUuid: string
        readonly conf: string
      }
}

/** A disk made of an image that lies on the host. */
export interface DiskFromImage {
  readonly cachedImagePath: string
  readonly cachedImageFormat: 'raw' | 'qcow2'
  readonly bytes: number
}

/** What of an order for a server its files are made of: a part of what drivers of hypervisors are given. */
export interface GuestOrder {
  readonly id: ServerId
  readonly rootDisk: ({ readonly from: 'image' } & DiskFromImage) | { readonly from: 'volume' }
  readonly rescueDisk?: DiskFromImage
  readonly localDisks: readonly LocalDisk[]
  readonly imageProperties: Readonly<Record<string, string>>
  readonly volumes: readonly DiskConnection[]
  readonly configDrivePath?: string
}

/** The disks of one server that were set aside on some host, this one or another. */
export interface DisksAside {
  list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>
  /** A piece of one; undefined where it is all zeroes. */
  read(name: string, offset: number, length: number): Promise<Uint8Array | undefined>
}
