interface Tpm {
  readonly version: string
  readonly model: string
}

/** The name of the file in a server's directory in which the state of its TPM moves. A TPM of another kind cannot use the state. */
export const tpmFileOf = ({ version, model }: Tpm): string => `tpm.${version}.${model}`

/** Whether a file in a server's directory has the state of a TPM. */
export const isTpmFile = (name: string): boolean => /^tpm\.(1\.2|2\.0)\.tpm-(tis|crb)$/.test(name)
