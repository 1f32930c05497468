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
  /** The image file; it may be changed to another owner. */
  readonly source: string
  /** The image's `disk_format`. */
  readonly format: string
  /** The path of the resulting disk, created readable for this process's user only. */
  readonly target: string
  /** The maximum virtual size in bytes. */
  readonly most: number
  /** Stricter inspection rules than the default for hosts. */
  readonly rules?: InspectionRules
}

/** The only place where programs read users' images, apart from `disk-injection`. */
export interface ImageConverter {
  /**
   * Converts an image to a raw disk. The image is always inspected first: unsafe, mismatching or too large images are refused
   * (`ImageUnsafe`, `ImageFormatMismatch`, `ImageTooLarge`). A failure leaves no target.
   */
  toRaw(conversion: Conversion): Promise<void>
}

/** Converters run confined, as many concurrently as there are processors. */
export const imageConverter = ({ log }: { readonly log: Log }): ImageConverter => {
  const turns = slots(availableParallelism())
  let found: Promise<Confinement> | undefined
  const confinement = (): Promise<Confinement> => {
    found ??= findConfinement().then((confinement) => {
      const [isOffline, isForeign] = [confinement.isOffline, confinement.foreignUser() !== undefined]
      if (!isOffline || !isForeign)
        log.warn(
          { isOffline, isForeign },
          'image converters cannot be isolated from both network and files on this host',
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
      name: 'qemu-img',
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

/** Changes the owner of the files so that the converter can reopen them; not all file systems support this. */
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
      'cannot change the owner of files here: an image converter runs as this user',
    )
    return undefined
  }
}

/** Both files are given as descriptors with fixed formats, so that QEMU opens neither another file name nor a backing file. */
const qemuImg = (driver: string): readonly [string, ...string[]] => {
  const file = (number: number) => ({ driver: 'file', filename: `/proc/self/fd/${number}`, locking: 'off' })
  const layered = driver === 'qcow2' || driver === 'vmdk' ? { backing: null } : {}
  const from = { driver, 'read-only': true, ...layered, file: file(3) }
  const to = { driver: 'raw', file: file(4) }
  const asNode = (node: object): string => `json:${JSON.stringify(node)}`
  return ['qemu-img', 'convert', '-q', '-n', '--target-is-zero', '-O', 'raw', asNode(from), asNode(to)]
}
