import { unsafe } from './errors.ts'
import { requireProtectiveRecord } from './gpt.ts'
import type { ImageBytes } from './image-bytes.ts'
import { onlyFormat } from './only-format.ts'
import { inspectQcow2 } from './qcow2.ts'
import { formatsIn, headBytes, type ImageFormat, tailBytes } from './signatures.ts'
import { inspectVdi } from './vdi.ts'
import { inspectVhd } from './vhd.ts'
import { inspectVhdx } from './vhdx.ts'
import { inspectVmdk, knownVmdkTypes } from './vmdk.ts'

/** What an operator may make stricter or laxer. */
export interface InspectionRules {
  /** Types of VMDK to allow; of others than {@link knownVmdkTypes} none is ever. */
  readonly vmdkAllowedTypes: readonly string[]
  /** Whether a disk with a GUID partition table needs a boot record that protects it. */
  readonly requiresProtectiveRecord: boolean
}

/** All that can be asked of an image. */
export const strictRules: InspectionRules = {
  vmdkAllowedTypes: knownVmdkTypes,
  requiresProtectiveRecord: true,
}

/** What a host must ask of an image before it reads it; boot records are read by guests alone. */
export const hostRules: InspectionRules = { ...strictRules, requiresProtectiveRecord: false }

/** What an image is. */
export interface Inspected {
  readonly format: ImageFormat
  /** Bytes of the disk that a guest would see. */
  readonly virtualSize: number
}

/**
 * Tells what an image is by its bytes alone, and throws `ImageUnsafe` unless it is whole and nothing but itself: it names no
 * other file, is of one format only, and everything its tables speak of lies within it. Reads headers and tables, not data.
 */
export const inspectImage = async (
  bytes: ImageBytes,
  rules: InspectionRules = strictRules,
): Promise<Inspected> => {
  const head = await bytes.read(0, headBytes)
  const tail = await bytes.read(Math.max(0, bytes.size - tailBytes), tailBytes)
  const format = onlyFormat(formatsIn(head, tail))
  const virtualSize = await virtualSizeOf(bytes, format, rules)
  if (!Number.isSafeInteger(virtualSize)) throw unsafe('its disk is larger than any can be')
  return { format, virtualSize }
}

const virtualSizeOf = async (
  bytes: ImageBytes,
  format: ImageFormat,
  rules: InspectionRules,
): Promise<number> => {
  switch (format) {
    case 'qcow2':
      return inspectQcow2(bytes)
    case 'vmdk':
      return inspectVmdk(bytes, rules.vmdkAllowedTypes)
    case 'vhd':
      return inspectVhd(bytes)
    case 'vhdx':
      return inspectVhdx(bytes)
    case 'vdi':
      return inspectVdi(bytes)
    case 'gpt':
      if (rules.requiresProtectiveRecord) await requireProtectiveRecord(bytes)
      return bytes.size
    case 'raw':
    case 'mbr':
    case 'iso':
      return bytes.size
    case 'luks':
    case 'qed':
      throw unsafe(`images of format ${format} are not taken`)
    default:
      return format satisfies never
  }
}
