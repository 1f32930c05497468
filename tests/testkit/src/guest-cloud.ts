import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drivers } from '@nimbo/cloud/drivers'
import { openStateDirectory, type StateDirectory } from '@nimbo/cloud/state-directory'
import { libvirtDrivers } from '@nimbo/cloud/up/libvirt-drivers'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from './client.ts'
import { makeFlavor } from './make-flavor.ts'
import { makeImage } from './make-image.ts'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { startTestCloud, type TestCloud } from './start-test-cloud.ts'

/** A cloud with real guests, and a user in it. */
export interface GuestCloud extends AsyncDisposable {
  readonly cloud: TestCloud
  readonly directory: string
  readonly ada: Client
  /** The ids of the tiny image and of a flavor that it fits into. */
  readonly imageRef: string
  readonly flavorRef: string
  /** The content of the tiny image, to make images with other properties from it. */
  readonly data: Uint8Array
}

/** Starts a cloud with one host; `around` may replace the drivers of `nimbo up`, whose files are in a state directory. */
export const startGuestCloud = async (
  around: (drivers: Drivers, state: StateDirectory) => Promise<Drivers>,
  environment: Readonly<Record<string, string>> = {},
): Promise<GuestCloud> => {
  const stack = new AsyncDisposableStack()
  try {
    const directory = stack.use(await ownedDirectory('nimbo-guests-'))
    // QEMU runs as its own user and needs to pass through this directory.
    await chmod(directory.path, 0o711)
    const state = await openStateDirectory(join(directory.path, 'state'))
    const setup = { state, clock: systemClock, log: silentLog }
    await sharedServer('libvirtd')
    const stateDir = await state.directory('libvirt')
    stack.defer(await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog }))
    const cloud = stack.use(
      await startTestCloud({
        stateDir: state.path,
        drivers: async () => around(await libvirtDrivers(setup), state),
        environment: { OS_DEFAULT__SHOW_IMAGE_DIRECT_URL: 'true', ...environment },
      }),
    )
    const ada = await cloud.person('ada')
    const data = await readFile((await tinyImage()).path)
    const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data })
    const flavorRef = await makeFlavor(cloud.admin, { name: 'm1.nano', ram: 128, disk: 1 })
    const dispose = () => stack.disposeAsync()
    return {
      ...{ cloud, directory: state.path, ada, imageRef, data, flavorRef },
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}
