import { tpmSecretSecurityOf, vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { disabledTrait, ownerTrait } from '../../hosts/host-traits.ts'
import { bootPropertiesOf } from '../../servers/boot-properties.ts'
import type { RequestSpec } from '../../servers/request-spec.ts'

export interface TraitPrefilterOptions {
  /** Whether every host is new enough to report the trait that compute owns it. */
  readonly ownersKnown: boolean
  readonly query_placement_for_image_type_support: boolean
  readonly image_metadata_prefilter: boolean
}

const isTrue = (text: string | undefined): boolean => /^(true|1|on|yes|y|t)$/i.test(text ?? '')

const written = (prefix: string, value: string): string =>
  `${prefix}_${value.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase()}`

/** Image properties, and the prefix of the trait that each requires; its value completes the trait. */
const traitsOfProperties: Readonly<Record<string, string>> = {
  hw_architecture: 'HW_ARCH',
  hw_cdrom_bus: 'COMPUTE_STORAGE_BUS',
  hw_disk_bus: 'COMPUTE_STORAGE_BUS',
  hw_emulation_architecture: 'COMPUTE_ARCH',
  hw_rescue_bus: 'COMPUTE_STORAGE_BUS',
  hw_video_model: 'COMPUTE_GRAPHICS_MODEL',
  hw_vif_model: 'COMPUTE_NET_VIF_MODEL',
  hw_viommu_model: 'COMPUTE_VIOMMU_MODEL',
}

/** An extra spec (first name) or image property (second name), and the trait it requires. */
interface Wish {
  readonly spec: string
  readonly property: string
  readonly trait: string
  readonly asks: (value: string | undefined) => boolean
}

const wishes: readonly Wish[] = [
  {
    ...{ spec: 'hw:virtio_packed_ring', property: 'hw_virtio_packed_ring' },
    ...{ trait: 'COMPUTE_NET_VIRTIO_PACKED', asks: isTrue },
  },
  {
    ...{ spec: 'hw:ephemeral_encryption', property: 'hw_ephemeral_encryption' },
    ...{ trait: 'COMPUTE_EPHEMERAL_ENCRYPTION', asks: isTrue },
  },
  {
    ...{ spec: 'hw:sound_model', property: 'hw_sound_model' },
    ...{ trait: 'COMPUTE_SOUND_MODEL_VIRTIO', asks: (value) => value === 'virtio' },
  },
  {
    // No driver here encrypts the memory of guests, so no host reports it.
    ...{ spec: 'hw:mem_encryption', property: 'hw_mem_encryption' },
    ...{ trait: 'HW_CPU_X86_AMD_SEV', asks: isTrue },
  },
  {
    ...{ spec: 'os:secure_boot', property: 'os_secure_boot' },
    ...{ trait: 'COMPUTE_SECURITY_UEFI_SECURE_BOOT', asks: (value) => value === 'required' },
  },
  {
    ...{ spec: 'hw:tpm_version', property: 'hw_tpm_version' },
    ...{ trait: 'COMPUTE_SECURITY_TPM_2_0', asks: (value) => value === '2.0' },
  },
  {
    ...{ spec: 'hw:tpm_version', property: 'hw_tpm_version' },
    ...{ trait: 'COMPUTE_SECURITY_TPM_1_2', asks: (value) => value === '1.2' },
  },
  {
    ...{ spec: 'hw:maxphysaddr_mode', property: 'hw_maxphysaddr_mode' },
    ...{ trait: 'COMPUTE_ADDRESS_SPACE_PASSTHROUGH', asks: (value) => value === 'passthrough' },
  },
  {
    ...{ spec: 'hw:maxphysaddr_mode', property: 'hw_maxphysaddr_mode' },
    ...{ trait: 'COMPUTE_ADDRESS_SPACE_EMULATED', asks: (value) => value === 'emulate' },
  },
  {
    ...{ spec: 'accel:device_profile', property: '' },
    ...{ trait: 'COMPUTE_ACCELERATORS', asks: (value) => value !== undefined },
  },
]

const own = (of: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined

type Wisher = Pick<RequestSpec, 'flavor' | 'image' | 'volumeProperties' | 'forcedHost' | 'forcedNode'>

/**
 * The traits for the format of encrypted local disks, and for who may open the secrets of a TPM: the deployment, unless
 * the flavor says otherwise.
 */
const keptSecretly = (
  extraSpecs: Readonly<Record<string, string>>,
  imageProperties: Readonly<Record<string, string>>,
): readonly string[] => {
  const encrypts = isTrue(
    own(extraSpecs, 'hw:ephemeral_encryption') ?? own(imageProperties, 'hw_ephemeral_encryption'),
  )
  const format =
    own(extraSpecs, 'hw:ephemeral_encryption_format') ??
    own(imageProperties, 'hw_ephemeral_encryption_format')
  return [
    ...(encrypts && format !== undefined ? [written('COMPUTE_EPHEMERAL_ENCRYPTION', format)] : []),
    ...(vtpmOf({ extraSpecs, imageProperties }) === undefined
      ? []
      : [written('COMPUTE_SECURITY_TPM_SECRET_SECURITY', tpmSecretSecurityOf(extraSpecs))]),
  ]
}

/**
 * Required and (with `!`) forbidden traits besides explicit ones: Nova's request filters `compute_status`,
 * `owner_nova`, `packed_virtqueue`, `ephemeral_encryption`, `virtio_sound`, `accelerators`, `tpm_secret_security`, and
 * those of secure boot and TPM always; `require_image_type_support` and `transform_image_metadata` if enabled.
 */
export const traitPrefilter = (
  { flavor, image, volumeProperties, forcedHost, forcedNode }: Wisher,
  options: TraitPrefilterOptions,
): readonly string[] => {
  const properties = bootPropertiesOf({ image, volumeProperties })
  const wished = wishes
    .filter(({ spec, property, asks }) => asks(own(flavor.extraSpecs, spec) ?? own(properties, property)))
    .map(({ trait }) => trait)
  const typed =
    options.query_placement_for_image_type_support && image?.diskFormat
      ? [written('COMPUTE_IMAGE_TYPE', image.diskFormat)]
      : []
  const described = options.image_metadata_prefilter
    ? Object.entries(traitsOfProperties).flatMap(([name, prefix]) => {
        const value = own(properties, name)
        return value === undefined ? [] : [written(prefix, value)]
      })
    : []
  const forced = forcedHost !== undefined || forcedNode !== undefined
  const always = [
    // A forced host may be disabled: then filters are not applied either.
    ...(forced ? [] : [`!${disabledTrait}`]),
    ...(options.ownersKnown ? [ownerTrait] : []),
  ]
  return [...always, ...wished, ...keptSecretly(flavor.extraSpecs, properties), ...typed, ...described]
}
