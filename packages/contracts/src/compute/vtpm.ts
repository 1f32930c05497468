/** A TPM as a flavor or an image wants it. */
export interface Vtpm {
  readonly version: string
  /** `tpm-tis` or `tpm-crb`. */
  readonly model: string
}

interface Wishes {
  readonly extraSpecs: Readonly<Record<string, string>>
  readonly imageProperties: Readonly<Record<string, string>>
}

/** The virtual TPM of a server; undefined where nobody wants one. The flavor's wish goes before the image's. */
export const vtpmOf = ({ extraSpecs, imageProperties }: Wishes): Vtpm | undefined => {
  const version = extraSpecs['hw:tpm_version'] ?? imageProperties.hw_tpm_version
  if (version === undefined) return undefined
  return { version, model: extraSpecs['hw:tpm_model'] ?? imageProperties.hw_tpm_model ?? 'tpm-tis' }
}
