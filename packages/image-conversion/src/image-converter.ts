import { type FileHandle, open, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { bytesOfFile } from '@nimbo/image-format/image-bytes'
import { hostRules, type InspectionRules, inspectImage } from '@nimbo/image-format/inspect-image'
import { requireDiskFormat } from '@nimbo/image-format/require-disk-format'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { slots } from '@nimbo/kernel/slots'
import { type Confinement, findConfinement } from './confinement.ts'
import { driverOf } from './disk-drivers.ts'
import { errors } from './errors.ts'
import { runConfined } from './run-confined.ts'

const timeoutMs = 1_800_000

/** One conversion. */
export interface Conversion {
  /** The image's file: the converter's own from now on, which may be given away to another user. */
  readonly source: string
  /** The image's `disk_format`. */
  readonly format: string
  /** Where the disk is to stand; made, for this process' user alone. */
  readonly target: string
  /** The most bytes that the disk may have. */
  readonly most: number
  /** Stricter ones than a host needs. */
  readonly rules?: InspectionRules
}

/** The one place that has programs read images which users made. */
export interface ImageConverter {
  /**
   * Writes an image's disk as it is. The image is inspected first, whoever has done so before: one that is not safe, not of its
   * format or has too large a disk is refused (`ImageUnsafe`, `ImageFormatMismatch`, `ImageTooLarge`). What fails leaves no
   * target.
   */
  toRaw(conversion: Conversion): Promise<void>
}

/** Converters here run confined, as many at once as the machine has processors. */
export const imageConverter = ({ log }: { readonly log: Log }): ImageConverter => {
  const turns = slots(availableParallelism())
  let found: Promise<Confinement> | undefined
  const confinement = (): Promise<Confinement> => {
    found ??= findConfinement().then((confinement) => {
      const [isOffline, isForeign] = [confinement.isOffline, confinement.foreignUser() !== undefined]
      if (!isOffline || !isForeign)
        log.warn(
          { isOffline, isForeign },
          'converters of images cannot be shut off from network and files alike',
        )
      return confinement
    })
    return found
  }
  return {
    toRaw: (conversion) => turns.run(async () => convert(conversion, await confinement(), log)),
  }
}

const convert = async (
  { source, format, target, most, rules = hostRules }: Conversion,
  confinement: Confinement,
  log: Log,
): Promise<void> => {
  const driver = driverOf(format)
  if (driver === undefined) throw errors.FormatNotConverted({ format })
  await using from = await open(source, 'r')
  const inspected = await inspectImage(await bytesOfFile(from), rules)
  requireDiskFormat(format, inspected.format)
  const { virtualSize } = inspected
  if (virtualSize > most) throw errors.ImageTooLarge({ virtualSize, most })
  try {
    await using to = await open(target, 'wx', 0o600)
    await to.truncate(virtualSize)
    const user = await handOver([from, to], confinement.foreignUser(), log)
    const limits = { fileBytes: virtualSize, timeoutMs }
    await runConfined({
      command: confinement.command(user, limits, qemuImg(driver)),
      files: [from.fd, to.fd],
      timeoutMs,
    })
    if (user !== undefined) await to.chown(process.getuid?.() ?? 0, process.getgid?.() ?? 0)
    await to.sync()
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}

/** Makes the files that user's, so that they can be opened anew; not all file systems know of other users. */
const handOver = async (
  files: readonly FileHandle[],
  user: number | undefined,
  log: Log,
): Promise<number | undefined> => {
  if (user === undefined) return undefined
  try {
    for (const file of files) await file.chown(user, user)
    return user
  } catch (error) {
    log.warn(
      { reason: messageOf(error) },
      'files cannot be given to another user here: a converter runs as this one',
    )
    return undefined
  }
}

/** Both ends by number, format and protocol: no name of a file is looked at, and no other image behind this one. */
const qemuImg = (driver: string): readonly [string, ...string[]] => {
  const file = (number: number) => ({ driver: 'file', filename: `/proc/self/fd/${number}`, locking: 'off' })
  const layered = driver === 'qcow2' || driver === 'vmdk' ? { backing: null } : {}
  const from = { driver, 'read-only': true, ...layered, file: file(3) }
  const to = { driver: 'raw', file: file(4) }
  const asNode = (node: object): string => `json:${JSON.stringify(node)}`
  return ['qemu-img', 'convert', '-q', '-n', '--target-is-zero', '-O', 'raw', asNode(from), asNode(to)]
}
