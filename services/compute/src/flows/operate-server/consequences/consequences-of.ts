import type { HostActionKind, Operation } from '@nimbo/contracts/compute-rpc/operation'
import { attachInterface } from './attach-interface.ts'
import { attachVolume } from './attach-volume.ts'
import { changePassword } from './change-password.ts'
import type { Consequences } from './consequences.ts'
import { createBackup } from './create-backup.ts'
import { createImage } from './create-image.ts'
import { detachInterface } from './detach-interface.ts'
import { detachVolume } from './detach-volume.ts'
import { extendVolume } from './extend-volume.ts'
import { rebuild } from './rebuild.ts'
import { rescue } from './rescue.ts'
import { restore } from './restore.ts'
import { shelve } from './shelve.ts'
import { unshelveHere } from './unshelve-here.ts'
import { snapshotVolume } from './snapshot-volume.ts'
import { swapVolume } from './swap-volume.ts'
import { softDelete } from './soft-delete.ts'

const all: { readonly [Kind in HostActionKind]?: Consequences<Kind> } = {
  'attach-volume': attachVolume,
  'detach-interface': detachInterface,
  'detach-volume': detachVolume,
  'swap-volume': swapVolume,
  'extend-volume': extendVolume,
  'snapshot-volume': snapshotVolume,
  'attach-interface': attachInterface,
  'create-image': createImage,
  rebuild,
  rescue,
  restore,
  shelve,
  'unshelve-here': unshelveHere,
  'soft-delete': softDelete,
  'change-password': changePassword,
  'create-backup': createBackup,
}

/** The consequences of an action; most actions only change the server's states. */
export const consequencesOf = ({ kind }: Operation): Consequences<HostActionKind> => all[kind] ?? {}
