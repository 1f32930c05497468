import { attachInterface } from './attach-interface.ts'
import { attachVolume } from './attach-volume.ts'
import { changePassword } from './change-password.ts'
import { confirmResize } from './confirm-resize.ts'
import { createBackup } from './create-backup.ts'
import { createImage } from './create-image.ts'
import { detachInterface } from './detach-interface.ts'
import { detachVolume } from './detach-volume.ts'
import { extendVolume } from './extend-volume.ts'
import { injectNetworkInfo } from './inject-network-info.ts'
import { pause } from './pause.ts'
import { reboot } from './reboot.ts'
import { rebuild } from './rebuild.ts'
import { rescue } from './rescue.ts'
import { restore } from './restore.ts'
import { resume } from './resume.ts'
import { revertResize } from './revert-resize.ts'
import { shelve } from './shelve.ts'
import { snapshotVolume } from './snapshot-volume.ts'
import { softDelete } from './soft-delete.ts'
import { start } from './start.ts'
import { stop } from './stop.ts'
import { swapVolume } from './swap-volume.ts'
import { suspend } from './suspend.ts'
import { triggerCrashDump } from './trigger-crash-dump.ts'
import { unlock } from './unlock.ts'
import { unshelveHere } from './unshelve-here.ts'
import { unpause } from './unpause.ts'
import { unrescue } from './unrescue.ts'

/** Actions of hosts without arguments. */
export const plainActions = {
  ...{ start, stop, pause, unpause, suspend, resume, unrescue },
  'trigger-crash-dump': triggerCrashDump,
  'inject-network-info': injectNetworkInfo,
}

/** Actions of hosts. The keys are sent to hosts and stored with flows. */
export const hostActions = {
  ...plainActions,
  reboot,
  rebuild,
  rescue,
  restore,
  shelve,
  'unshelve-here': unshelveHere,
  'soft-delete': softDelete,
  'change-password': changePassword,
  'create-image': createImage,
  'create-backup': createBackup,
  'attach-volume': attachVolume,
  'detach-volume': detachVolume,
  'swap-volume': swapVolume,
  'extend-volume': extendVolume,
  'snapshot-volume': snapshotVolume,
  'attach-interface': attachInterface,
  'detach-interface': detachInterface,
}

/** Actions offered as commands, by command. */
export const actionsByCommand = [
  ...[start, stop, pause, unpause, suspend, resume, unrescue, triggerCrashDump],
  restore,
  unlock,
  ...[confirmResize, revertResize],
]
