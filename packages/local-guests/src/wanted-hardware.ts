import { errors } from './errors.ts'

/** What an order says of hardware, by Nova's names. */
interface Wishes {
  readonly imageProperties: Readonly<Record<string, string>>
  readonly extraSpecs: Readonly<Record<string, string>>
}

/** Image properties and extra specs are text; these are the spellings of true that OpenStack takes. */
const isTrue = (text: string | undefined): boolean => /^(true|1|on|yes|y|t)$/i.test(text ?? '')

/** Whether the firmware shows its boot menu; the image decides, then the flavor. */
export const wantsBootMenu = ({ imageProperties, extraSpecs }: Wishes): boolean =>
  isTrue(imageProperties.hw_boot_menu ?? extraSpecs['hw:boot_menu'])

/** Whether the guest has an agent of QEMU that is to be talked to. */
export const wantsGuestAgent = ({ imageProperties }: Wishes): boolean =>
  isTrue(imageProperties.hw_qemu_guest_agent)

/** How much randomness the guest may take: undefined for none; without a rate as much as it likes. */
export const wantedRandomness = ({
  extraSpecs,
}: Wishes): { readonly rate?: { readonly bytes: number; readonly periodMs: number } } | undefined => {
  if (!isTrue(extraSpecs['hw_rng:allowed'] ?? 'true')) return undefined
  const bytes = Number(extraSpecs['hw_rng:rate_bytes'] ?? 0)
  // QEMU's own period, since a rate without one is a rate a second.
  return bytes > 0 ? { rate: { bytes, periodMs: Number(extraSpecs['hw_rng:rate_period'] || 1_000) } } : {}
}

/** Video memory in MiB that the image asks for and the flavor allows; undefined: as the model has it. */
export const wantedVideoRamMb = ({ imageProperties, extraSpecs }: Wishes): number | undefined => {
  const wanted = Number(imageProperties.hw_video_ram ?? 0)
  const most = Number(extraSpecs['hw_video:ram_max_mb'] ?? 0)
  if (wanted > most) throw errors.RequestedVRamTooHigh({ wanted, most })
  return wanted > 0 ? wanted : undefined
}
