import assert from 'node:assert/strict'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drivers } from '@nimbo/cloud/drivers'
import { openStateDirectory } from '@nimbo/cloud/state-directory'
import { installCommand, missingPackages } from '@nimbo/cloud/system-packages'
import { libvirtDrivers } from '@nimbo/cloud/up/libvirt-drivers'
import { checkRequiredTools } from '@nimbo/guest-image/required-tools'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { systemClock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** Why stories of real guests are skipped. */
export const guestsMissing = async (): Promise<string | false> => {
  if (process.getuid?.() !== 0) return 'needs root, to run libvirtd'
  const missing = await missingPackages()
  if (missing.length > 0) return `not installed; ${installCommand(missing)}`
  return checkRequiredTools().then(() => false, messageOf)
}

/** A cloud of one host with real guests, whose volumes lie where the story wants them. */
export interface GuestCloud extends AsyncDisposable {
  readonly cloud: TestCloud
  readonly directory: string
  readonly ada: Client
  /** Of the tiny image, and a flavor that it fits into. */
  readonly imageRef: string
  readonly flavorRef: string
}

/** `storage` gives the drivers that are to be others than those of `nimbo up`. */
export const startGuestCloud = async (
  storage: (drivers: Drivers) => Promise<Drivers>,
): Promise<GuestCloud> => {
  const stack = new AsyncDisposableStack()
  try {
    const directory = stack.use(await ownedDirectory('nimbo-volumes-'))
    // QEMU runs as a user of its own and has to come by.
    await chmod(directory.path, 0o711)
    const state = await openStateDirectory(join(directory.path, 'state'))
    const setup = { state, clock: systemClock, log: silentLog }
    await sharedServer('libvirtd')
    const stateDir = await state.directory('libvirt')
    stack.defer(await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog }))
    const cloud = stack.use(
      await startTestCloud({
        stateDir: state.path,
        drivers: async () => storage(await libvirtDrivers(setup)),
        environment: { OS_DEFAULT__SHOW_IMAGE_DIRECT_URL: 'true' },
      }),
    )
    const ada = await cloud.person('ada')
    const tiny = await tinyImage()
    const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data: await readFile(tiny.path) })
    const flavorRef = await makeFlavor(cloud.admin, { name: 'm1.nano', ram: 128, disk: 1 })
    const dispose = () => stack.disposeAsync()
    return {
      ...{ cloud, directory: state.path, ada, imageRef, flavorRef },
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Makes a type of volumes; gives its id. */
export const makeType = async (
  { volume }: Client,
  name: string,
  extra_specs: Readonly<Record<string, string>>,
): Promise<string> => {
  const made = await volume.post('/v3/types', { volume_type: { name, extra_specs } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return made.body.volume_type.id
}
