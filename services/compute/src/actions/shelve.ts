import { preparedServer } from '../agent/builds/prepared-server.ts'
import { powerStates } from '../driver/hypervisor.ts'
import type { HostWork } from './host-work.ts'
import { uploadRootDisk } from './upload-root-disk.ts'

/**
 * Powers the server off, and uploads its root disk when that is local. If that fails, a server that was running is
 * started again.
 */
export const shelve: HostWork<'shelve'> =
  (deps) =>
  async (ctx, server, { imageId }) => {
    const { power } = deps.hypervisor
    const before = await power.powerState(server.id)
    if (before !== powerStates.shutdown) await power.powerOff(server.id, deps.options.shutdown_timeout)
    if (imageId === undefined) return
    try {
      await uploadRootDisk(deps)(ctx, server, {
        ...{ imageId, kind: 'shelve' },
        shown: [null, 'shelving_image_pending_upload', 'shelving_image_uploading'],
      })
    } catch (error) {
      if (before === powerStates.running) await power.powerOn((await preparedServer(deps)(ctx, server)).order)
      throw error
    }
  }
