import { errors } from './errors.ts'

/** The parts of an order that choose hardware, by Nova's names. */
interface Wishes {
  readonly imageProperties: Readonly<Record<string, string>>
  readonly extraSpecs: Readonly<Record<string, string>>
}

/** Image properties and extra specs are text; these are the spellings of true that OpenStack takes. */
const isTrue = (text: string | undefined): boolean => /^(true|1|on|yes|y|t)$/i.test(text ?? '')

/** Whether the firmware shows its boot menu; the image decides, then the flavor. */
export const wantsBootMenu = ({ imageProperties, extraSpecs }: Wishes): boolean =>
  isTrue(imageProperties.hw_boot_menu ?? extraSpecs['hw:boot_menu'])

/** Whether interfaces have a queue for each CPU of the guest; the image decides, then the flavor. */
export const wantsMultiqueue = ({ imageProperties, extraSpecs }: Wishes): boolean =>
  isTrue(imageProperties.hw_vif_multiqueue_enabled ?? extraSpecs['hw:vif_multiqueue_enabled'])

/** The sound card; the flavor decides, then the image. Undefined for none. */
export const wantedSound = ({ imageProperties, extraSpecs }: Wishes): string | undefined =>
  extraSpecs['hw:sound_model'] ?? imageProperties.hw_sound_model

/** Whether the guest has the CPU's performance counters; undefined leaves that to the hypervisor. The flavor decides, then the image. */
export const wantsPmu = ({ imageProperties, extraSpecs }: Wishes): boolean | undefined => {
  const asked = extraSpecs['hw:pmu'] ?? imageProperties.hw_pmu
  return asked === undefined ? undefined : isTrue(asked)
}

/** Whether the guest must not notice KVM, as drivers of some devices demand. */
export const hidesHypervisor = ({ imageProperties, extraSpecs }: Wishes): boolean =>
  isTrue(imageProperties.img_hide_hypervisor_id) || isTrue(extraSpecs['hw:hide_hypervisor_id'])

/** Whether the guest has a high precision event timer. */
export const wantsHpet = ({ imageProperties }: Wishes): boolean => isTrue(imageProperties.hw_time_hpet)

/** Whether the guest runs the QEMU guest agent, which the host may then call. */
export const wantsGuestAgent = ({ imageProperties }: Wishes): boolean =>
  isTrue(imageProperties.hw_qemu_guest_agent)

/** How much randomness the guest may take: undefined for none, without `rate` for unlimited. */
export const wantedRandomness = ({
  extraSpecs,
}: Wishes): { readonly rate?: { readonly bytes: number; readonly periodMs: number } } | undefined => {
  if (!isTrue(extraSpecs['hw_rng:allowed'] ?? 'true')) return undefined
  const bytes = Number(extraSpecs['hw_rng:rate_bytes'] ?? 0)
  // By default the period is one second, as in QEMU.
  return bytes > 0 ? { rate: { bytes, periodMs: Number(extraSpecs['hw_rng:rate_period'] || 1_000) } } : {}
}

/**
 * The video memory in MiB that the image requests; undefined for the model's default. Throws `RequestedVRamTooHigh` when it
 * exceeds what the flavor allows.
 */
export const wantedVideoRamMb = ({ imageProperties, extraSpecs }: Wishes): number | undefined => {
  const wanted = Number(imageProperties.hw_video_ram ?? 0)
  const most = Number(extraSpecs['hw_video:ram_max_mb'] ?? 0)
  if (wanted > most) throw errors.RequestedVRamTooHigh({ wanted, most })
  return wanted > 0 ? wanted : undefined
}

/** How many serial ports the guest has, of which the first is its console. The image may ask for fewer than the flavor, and decides without it. */
export const wantedSerialPorts = ({ imageProperties, extraSpecs }: Wishes): number => {
  const [ofFlavor, ofImage] = [extraSpecs['hw:serial_port_count'], imageProperties.hw_serial_port_count]
  return Number(ofImage ?? 0) || Number(ofFlavor ?? 0) || 1
}

/** Whether virtio interfaces use packed rings; the flavor decides, then the image. */
export const wantsPackedRings = ({ imageProperties, extraSpecs }: Wishes): boolean =>
  isTrue(extraSpecs['hw:virtio_packed_ring'] ?? imageProperties.hw_virtio_packed_ring)

/** The model of the IOMMU, `auto` for whichever suits the machine; the flavor decides, then the image. Undefined for none. */
export const wantedIommu = ({ imageProperties, extraSpecs }: Wishes): string | undefined =>
  (extraSpecs['hw:viommu_model'] ?? imageProperties.hw_viommu_model) || undefined

/** How many bits the guest's physical addresses have; the flavor decides, then the image. Undefined leaves that to the hypervisor. */
export const wantedAddressSize = ({
  imageProperties,
  extraSpecs,
}: Wishes): { readonly mode: string; readonly bits: string | undefined } | undefined => {
  const mode = extraSpecs['hw:maxphysaddr_mode'] ?? imageProperties.hw_maxphysaddr_mode
  const bits = extraSpecs['hw:maxphysaddr_bits'] ?? imageProperties.hw_maxphysaddr_bits
  return mode ? { mode, bits: bits || undefined } : undefined
}
