import { posix } from 'node:path'
import { findConfinement } from '@nimbo/image-conversion/confinement'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { GuestFiles } from './guest-files.ts'
import type { InjectedData } from './injected-data.ts'
import { type NewDisk, openRawView } from './raw-view.ts'
import { addRootKey, setRootPassword } from './root-account.ts'
import { rootFileSystem, type RootPlace } from './root-file-system.ts'

/** What to write where. */
export interface Injection {
  readonly disk: NewDisk
  readonly root: RootPlace
  readonly data: InjectedData
}

interface Item {
  readonly name: string
  /** Whether the server is not built without it. */
  readonly isNeeded: boolean
  readonly inject: (files: GuestFiles) => Promise<void>
}

const itemsOf = ({ publicKey, metadata, adminPassword, files }: InjectedData): readonly Item[] => [
  ...(publicKey === undefined
    ? []
    : [{ name: 'key', isNeeded: false, inject: (guest: GuestFiles) => addRootKey(guest, publicKey) }]),
  ...(Object.keys(metadata).length === 0
    ? []
    : [
        {
          name: 'metadata',
          isNeeded: false,
          inject: (guest: GuestFiles) => guest.write('/meta.js', Buffer.from(JSON.stringify(metadata))),
        },
      ]),
  ...(adminPassword === undefined
    ? []
    : [
        {
          name: 'password',
          isNeeded: false,
          inject: (guest: GuestFiles) => setRootPassword(guest, adminPassword),
        },
      ]),
  ...files.map(({ path, contents }) => ({
    name: 'file',
    isNeeded: true,
    inject: async (guest: GuestFiles) => {
      await guest.makeDirectory(posix.dirname(posix.normalize(`/${path}`)))
      await guest.write(path, Buffer.from(contents, 'base64'))
    },
  })),
]

/**
 * Writes data into the root file system of a new disk of a server, which no guest has yet. A file that cannot be written is an
 * error, as in Nova, and anything else a warning. No program sees a password but in a pipe or a file of its own.
 */
export const injectIntoDisk =
  ({ log }: { readonly log: Log }) =>
  async ({ disk, root, data }: Injection): Promise<void> => {
    const items = itemsOf(data)
    if (items.length === 0) return
    const isAnyNeeded = items.some(({ isNeeded }) => isNeeded)
    const orWarn = async <T>(
      item: string,
      isNeeded: boolean,
      work: () => Promise<T>,
    ): Promise<T | undefined> => {
      try {
        return await work()
      } catch (error) {
        if (isNeeded) throw error
        log.warn({ item, reason: messageOf(error) }, 'could not write into the disk of a new server')
        return undefined
      }
    }
    await using view = await orWarn('everything', isAnyNeeded, () => openRawView(disk))
    if (view === undefined) return
    await orWarn('everything', isAnyNeeded, async () => {
      const confinement = await findConfinement()
      const user = confinement.foreignUser()
      if (user !== undefined) await view.file.chown(user, user)
      const guest = await rootFileSystem({ disk: view.file, confinement, user }, root)
      for (const { name, isNeeded, inject } of items) await orWarn(name, isNeeded, () => inject(guest))
    })
    // Nobody knows what is on a disk that does not end well.
    await view.finish()
  }
