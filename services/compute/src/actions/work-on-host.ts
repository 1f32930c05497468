import type { HostActionKind, Operation } from '@nimbo/contracts/compute-rpc/operation'
import { attachInterface } from './attach-interface.ts'
import { attachVolume } from './attach-volume.ts'
import { changePassword } from './change-password.ts'
import { createBackup } from './create-backup.ts'
import { createImage } from './create-image.ts'
import { detachInterface } from './detach-interface.ts'
import { detachVolume } from './detach-volume.ts'
import type { HostWork } from './host-work.ts'
import { injectNetworkInfo } from './inject-network-info.ts'
import { pause } from './pause.ts'
import { reboot } from './reboot.ts'
import { rebuild } from './rebuild.ts'
import { rescue } from './rescue.ts'
import { restore } from './restore.ts'
import { resume } from './resume.ts'
import { shelve } from './shelve.ts'
import { softDelete } from './soft-delete.ts'
import { start } from './start.ts'
import { stop } from './stop.ts'
import { suspend } from './suspend.ts'
import { extendVolume } from './extend-volume.ts'
import { snapshotVolume } from './snapshot-volume.ts'
import { swapVolume } from './swap-volume.ts'
import { triggerCrashDump } from './trigger-crash-dump.ts'
import { unpause } from './unpause.ts'
import { unshelveHere } from './unshelve-here.ts'
import { unrescue } from './unrescue.ts'

const works: { readonly [Kind in HostActionKind]: HostWork<Kind> } = {
  start,
  stop,
  reboot,
  rebuild,
  'soft-delete': softDelete,
  restore,
  shelve,
  'unshelve-here': unshelveHere,
  'change-password': changePassword,
  rescue,
  unrescue,
  'trigger-crash-dump': triggerCrashDump,
  'inject-network-info': injectNetworkInfo,
  'create-image': createImage,
  'create-backup': createBackup,
  pause,
  unpause,
  suspend,
  resume,
  'attach-volume': attachVolume,
  'detach-volume': detachVolume,
  'swap-volume': swapVolume,
  'extend-volume': extendVolume,
  'snapshot-volume': snapshotVolume,
  'attach-interface': attachInterface,
  'detach-interface': detachInterface,
}

/** The host's work for an action, by the kind of the order. */
export const workOnHost = ({ kind }: Operation) => works[kind] as HostWork<HostActionKind>
