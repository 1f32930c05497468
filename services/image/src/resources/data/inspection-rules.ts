import type { InspectionRules } from '@nimbo/image-format/inspect-image'
import type { GlanceConfig } from '../../config.ts'

/** Containers that hold a disk packed with other things, or pressed together: what is in them cannot be told from outside. */
const packed: ReadonlySet<string> = new Set(['ovf', 'ova', 'docker', 'compressed'])

/** Whether the bytes of an image in that container are a disk as its disk format says. */
export const isInspected = (containerFormat: string): boolean => !packed.has(containerFormat)

/** The names by which an operator waives the check of boot records. */
const checksOfBootRecords = ['mbr', 'gptmbr']

/** What the operator's options mean for judging an image. */
export const inspectionRules = ({
  vmdk_allowed_types: vmdkAllowedTypes,
  gpt_safety_checks_nonfatal: waived,
}: GlanceConfig['image_format']): InspectionRules => ({
  vmdkAllowedTypes,
  requiresProtectiveRecord: !checksOfBootRecords.some((check) => waived.includes(check)),
})
