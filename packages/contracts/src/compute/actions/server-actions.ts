import { attachInterface } from './attach-interface.ts'
import { attachVolume } from './attach-volume.ts'
import { createImage } from './create-image.ts'
import { detachInterface } from './detach-interface.ts'
import { detachVolume } from './detach-volume.ts'
import { lock } from './lock.ts'
import { pause } from './pause.ts'
import { reboot } from './reboot.ts'
import { rebuild } from './rebuild.ts'
import { resume } from './resume.ts'
import { start } from './start.ts'
import { stop } from './stop.ts'
import { suspend } from './suspend.ts'
import { unlock } from './unlock.ts'
import { unpause } from './unpause.ts'

/** What hosts do to servers without being told more than which. */
export const plainActions = { start, stop, pause, unpause, suspend, resume }

/** What hosts do to servers. The keys travel to hosts and are stored with flows. */
export const hostActions = {
  ...plainActions,
  reboot,
  rebuild,
  'create-image': createImage,
  'attach-volume': attachVolume,
  'detach-volume': detachVolume,
  'attach-interface': attachInterface,
  'detach-interface': detachInterface,
}

/** What the command line does to the servers that follow its word. */
export const actionsByCommand = [...Object.values(plainActions), lock, unlock]
