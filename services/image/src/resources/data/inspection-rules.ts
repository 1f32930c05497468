import type { InspectionRules } from '@nimbo/image-format/inspect-image'
import type { GlanceConfig } from '../../config.ts'

/** Container formats that pack or compress a disk, so that it cannot be inspected. */
const packed: ReadonlySet<string> = new Set(['ovf', 'ova', 'docker', 'compressed'])

/** Whether images of this container format can be inspected as their disk format. */
export const isInspected = (containerFormat: string): boolean => !packed.has(containerFormat)

/** Values of `gpt_safety_checks_nonfatal` that disable the check of the protective MBR. */
const checksOfBootRecords = ['mbr', 'gptmbr']

/** The inspection rules from the options of `[image_format]`. */
export const inspectionRules = ({
  vmdk_allowed_types: vmdkAllowedTypes,
  gpt_safety_checks_nonfatal: waived,
}: GlanceConfig['image_format']): InspectionRules => ({
  vmdkAllowedTypes,
  requiresProtectiveRecord: !checksOfBootRecords.some((check) => waived.includes(check)),
})
