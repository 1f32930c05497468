import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vtpm } from '@nimbo/contracts/compute/vtpm'
import type { ServerId } from '@nimbo/kernel/ids'
import { runCommand } from '@nimbo/local-guests/run-command'
import { isOfAnotherHost } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { isTpmFile, tpmFileOf } from '@nimbo/local-guests/tpm-file'
import type { DriverDeps } from './driver-deps.ts'

/** libvirt's directory of TPM states, if its configuration does not say otherwise. It has a directory for each domain. */
export const defaultSwtpmDir = '/var/lib/libvirt/swtpm'

const enterable = 0o711
const withinMs = 60_000
const mostAttempts = 5

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** The TPM in a domain's XML; undefined for a domain without one. */
export const tpmIn = (xml: string): Vtpm | undefined => {
  const [, model, version] =
    /<tpm model='([^']+)'>\s*<backend type='emulator' version='([^']+)'/.exec(xml) ?? []
  return model === undefined || version === undefined ? undefined : { model, version }
}

/** The state of servers' TPMs, which libvirt keeps in a place of its own, encrypted, and deletes with the domain. */
export interface TpmStates {
  /** Copies the state, also of a guest that runs, to a file in the server's directory. Does nothing for a domain without a TPM. */
  save(id: ServerId, directory: string): Promise<void>
  /**
   * Puts the state in the server's directory in its place for the TPM that is wanted. State that is there already stays; state of
   * another kind of TPM is dropped, and libvirt makes a new one.
   */
  restore(id: ServerId, wanted: Vtpm | undefined, directory: string): Promise<void>
  /** Deletes copies in a server's directory. */
  discard(directory: string): Promise<void>
  /** Deletes the state of a server without a domain, unless another host owns the server's files. Idempotent. */
  forget(id: ServerId): Promise<void>
}

/**
 * Moves the state in an archive that keeps the names of the owners of files: the user of swtpm, which is not the user of QEMU. Each
 * step is finished by renaming, so that one that was interrupted is repeated.
 */
export const tpmStates = ({
  domains,
  swtpmDir,
  instancesDir,
  host,
}: Pick<DriverDeps, 'domains' | 'swtpmDir' | 'instancesDir' | 'host'>): TpmStates => {
  const placeOf = (id: ServerId): string => join(swtpmDir, id)

  const discard = async (directory: string): Promise<void> => {
    if (!(await isThere(directory))) return
    for (const name of (await readdir(directory)).filter(isTpmFile)) await rm(join(directory, name))
  }

  /** A guest that runs may change its state meanwhile, at which tar gives up: what it writes is whole, but no longer there. */
  const pack = async (place: string, file: string, attempts: number): Promise<void> => {
    const without = ['--exclude=.lock', '--exclude=TMP*']
    try {
      await runCommand('tar', ['--create', '--file', file, ...without, '--directory', place, '.'], withinMs)
    } catch (error) {
      if (attempts === 1) throw error
      await pack(place, file, attempts - 1)
    }
  }

  const unpack = async (file: string, place: string): Promise<void> => {
    const unfinished = `${place}.part`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(swtpmDir, { recursive: true, mode: enterable })
    await mkdir(unfinished, { mode: enterable })
    await runCommand('tar', ['--extract', '--file', file, '--directory', unfinished], withinMs)
    await rename(unfinished, place)
  }

  return {
    save: async (id, directory) => {
      const domain = await domains.find(id)
      const place = placeOf(id)
      const tpm = domain && tpmIn(await domains.xml(domain, 'inactive'))
      if (tpm === undefined || !(await isThere(place))) return
      const file = join(directory, tpmFileOf(tpm))
      const unfinished = `${file}.part`
      await pack(place, unfinished, mostAttempts)
      await rename(unfinished, file)
    },
    restore: async (id, wanted, directory) => {
      const place = placeOf(id)
      if (wanted !== undefined) {
        const file = join(directory, tpmFileOf(wanted))
        if ((await isThere(file)) && !(await isThere(place))) await unpack(file, place)
      }
      await discard(directory)
    },
    discard,
    forget: async (id) => {
      if (await isOfAnotherHost(serverPaths(instancesDir, id).directory, host)) return
      const place = placeOf(id)
      for (const path of [place, `${place}.part`]) await rm(path, { recursive: true, force: true })
    },
  }
}
