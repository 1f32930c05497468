/** The TPM requested by a flavor or image. */
export interface Vtpm {
  readonly version: string
  /** `tpm-tis` or `tpm-crb`. */
  readonly model: string
}

type Specs = Readonly<Record<string, string>>

interface Wishes {
  readonly extraSpecs: Specs
  readonly imageProperties: Specs
}

/** The virtual TPM of a server; undefined if none is requested. The flavor overrides the image. */
export const vtpmOf = ({ extraSpecs, imageProperties }: Wishes): Vtpm | undefined => {
  const version = extraSpecs['hw:tpm_version'] ?? imageProperties.hw_tpm_version
  if (version === undefined) return undefined
  return { version, model: extraSpecs['hw:tpm_model'] ?? imageProperties.hw_tpm_model ?? 'tpm-tis' }
}

/**
 * Who may open the secret of a TPM: `deployment`, that is Nova's own account, unless the flavor asks for `user` or `host`. Image
 * properties cannot ask, since an image does not change.
 */
export const tpmSecretSecurityOf = (extraSpecs: Specs): string =>
  extraSpecs['hw:tpm_secret_security'] ?? 'deployment'
