import type { ServerId } from '@nimbo/kernel/ids'

/** An empty local disk, deleted with the server. */
export interface LocalDisk {
  readonly kind: 'ephemeral' | 'swap'
  readonly sizeMb: number
  readonly format?: 'ext2' | 'ext3' | 'ext4' | 'xfs'
  readonly device?: string
  readonly bus?: string
}

/** A volume as connected to the host. */
export interface DiskConnection {
  readonly volumeId: string
  readonly attachmentId: string
  /** `/dev/vdb`. */
  readonly device: string
  readonly bootIndex?: number
  readonly bus?: string
  readonly deviceType?: 'cdrom' | 'floppy'
  readonly readOnly: boolean
  readonly encrypted?: true
  readonly multiattach?: true
  /** The most that the guest may read and write, by names such as `read_iops_sec`. */
  readonly limits?: Readonly<Record<string, string>>
  readonly connection:
    | { readonly type: 'file'; readonly path: string; readonly format: 'raw' | 'qcow2' }
    | {
        readonly type: 'nbd'
        readonly socket?: string
        readonly host?: string
        readonly port?: number
        readonly exportName: string
        readonly tls?: true
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

/** A disk created from an image file on the host. */
export interface DiskFromImage {
  readonly cachedImagePath: string
  readonly cachedImageFormat: 'raw' | 'qcow2'
  readonly bytes: number
  /** The disk is a whole copy of the image instead of an overlay on it. */
  readonly whole?: true
}

/** How a rescue disk is attached beside the disks of its server, which keep their places and names. */
export interface RescueDevice {
  readonly type: 'disk' | 'cdrom' | 'floppy'
  readonly bus?: string
}

/** The disk that a rescued server boots from: its first, or attached as `device` beside its own. */
interface RescueDisk extends DiskFromImage {
  readonly device?: RescueDevice
}

/** The part of an order that files are made from. */
export interface GuestOrder {
  readonly id: ServerId
  readonly rootDisk: ({ readonly from: 'image' } & DiskFromImage) | { readonly from: 'volume' }
  readonly rescueDisk?: RescueDisk
  readonly localDisks: readonly LocalDisk[]
  readonly imageProperties: Readonly<Record<string, string>>
  readonly volumes: readonly DiskConnection[]
  readonly configDrivePath?: string
}

/** Disks kept on a host during a move. */
export interface DisksAside {
  list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>
  /** A range of a disk; undefined when it is all zeroes. */
  read(name: string, offset: number, length: number): Promise<Uint8Array | undefined>
}
