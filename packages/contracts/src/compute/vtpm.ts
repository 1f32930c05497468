/** The TPM requested by a flavor or image. */
export interface Vtpm {
  readonly version: string
  /** `tpm-tis` or `tpm-crb`. */
  readonly model: string
}

interface Wishes {
  readonly extraSpecs: Readonly<Record<string, string>>
  readonly imageProperties: Readonly<Record<string, string>>
}

/** The virtual TPM of a server; undefined if none is requested. The flavor overrides the image. */
export const vtpmOf = ({ extraSpecs, imageProperties }: Wishes): Vtpm | undefined => {
  const version = extraSpecs['hw:tpm_version'] ?? imageProperties.hw_tpm_version
  if (version === undefined) return undefined
  return { version, model: extraSpecs['hw:tpm_model'] ?? imageProperties.hw_tpm_model ?? 'tpm-tis' }
}
