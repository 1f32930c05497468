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

/** Rules that an operator may change. */
export interface InspectionRules {
  /** Allowed VMDK types; others than {@link knownVmdkTypes} are never allowed. */
  readonly vmdkAllowedTypes: readonly string[]
  /** Whether a GUID partition table needs a valid protective MBR. */
  readonly requiresProtectiveRecord: boolean
}

/** All checks. */
export const strictRules: InspectionRules = {
  vmdkAllowedTypes: knownVmdkTypes,
  requiresProtectiveRecord: true,
}

/** The checks before a host reads an image; protective MBRs only matter to guests. */
export const hostRules: InspectionRules = { ...strictRules, requiresProtectiveRecord: false }

/** The result of an inspection. */
export interface Inspected {
  readonly format: ImageFormat
  /** The size of the virtual disk in bytes. */
  readonly virtualSize: number
}

/**
 * Determines an image's format by content alone, and throws `ImageUnsafe` unless it is complete and self-contained: it names no
 * other file, has one format only, and all its tables refer to places within it. Reads headers and tables, not data.
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
    case 'luks':
      return bytes.size
    case 'qed':
      throw unsafe(`images of format ${format} are not taken`)
    default:
      return format satisfies never
  }
}
