import { errors } from '../errors.ts'

/** What the first bytes of an image say about it. */
export interface Inspected {
  /** `raw` when nothing else is recognised. */
  readonly format: string
  /** Bytes a guest would see, where the header says. */
  readonly virtualSize: number | undefined
}

/** As many bytes as {@link inspectFormat} wants to see: up to the volume descriptor of an ISO 9660 image. */
export const inspectedBytes = 34_816

const textAt = (head: Buffer, offset: number, text: string): boolean =>
  head.subarray(offset, offset + text.length).toString('latin1') === text

const qcowMagic = 'QFI\xfb'
const vdiSignature = 0xbeda107f

/** Recognises a format by its signature, and refuses a qcow2 that would make its host read other files. */
export const inspectFormat = (head: Buffer): Inspected => {
  if (textAt(head, 0, qcowMagic)) return inspectQcow2(head)
  const signatures: readonly [string, boolean][] = [
    ['vmdk', textAt(head, 0, 'KDMV') || textAt(head, 0, '# Disk DescriptorFile')],
    ['vhd', textAt(head, 0, 'conectix')],
    ['vhdx', textAt(head, 0, 'vhdxfile')],
    ['vdi', head.length >= 68 && head.readUInt32LE(64) === vdiSignature],
    ['iso', textAt(head, 32_769, 'CD001')],
    ['luks', textAt(head, 0, 'LUKS\xba\xbe')],
  ]
  return { format: signatures.find(([, found]) => found)?.[0] ?? 'raw', virtualSize: undefined }
}

/** Incompatible feature bit 2 of a version 3 header: the data lies in another file. */
const externalDataFile = 1n << 2n

const inspectQcow2 = (head: Buffer): Inspected => {
  if (head.length < 72) throw errors.UnsafeImage({ reason: 'the qcow2 header is cut off' })
  const version = head.readUInt32BE(4)
  if (version < 2 || version > 3) throw errors.UnsafeImage({ reason: `qcow version ${version} is not known` })
  if (head.readBigUInt64BE(8) !== 0n) throw errors.UnsafeImage({ reason: 'it has a backing file' })
  if (version === 3 && head.length >= 104 && (head.readBigUInt64BE(72) & externalDataFile) !== 0n) {
    throw errors.UnsafeImage({ reason: 'it has an external data file' })
  }
  return { format: 'qcow2', virtualSize: Number(head.readBigUInt64BE(24)) }
}

/** Formats whose content is checked when it is claimed; others (ami, ploop, …) have no signature to check. */
const recognisable = new Set(['qcow2', 'vmdk', 'vhd', 'vhdx', 'vdi', 'iso', 'raw'])

/** Refuses content that is not of the format it claims. An ISO 9660 signature in a raw disk is common (hybrid images) and allowed. */
export const requireFormat = (claimed: string | null, { format }: Inspected): void => {
  if (claimed === null || !recognisable.has(claimed) || claimed === format) return
  if (claimed === 'raw' && format === 'iso') return
  throw errors.FormatMismatch({ claimed, found: format })
}
