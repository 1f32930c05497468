import { onlyFormat } from './only-format.ts'
import { requireDiskFormat } from './require-disk-format.ts'
import { formatsIn } from './signatures.ts'

const noTail = Buffer.alloc(0)

/**
 * Throws when the first `headBytes` of an image already contradict its `disk_format`. A fixed VHD is only recognisable by its
 * end.
 */
export const requireBeginning = (claimed: string, head: Buffer): void => {
  const format = onlyFormat(formatsIn(head, noTail))
  const mayEndAsClaimed = claimed === 'vhd' && ['raw', 'mbr', 'gpt'].includes(format)
  if (!mayEndAsClaimed) requireDiskFormat(claimed, format)
}
