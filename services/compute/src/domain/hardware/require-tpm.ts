import { errors } from '../../errors.ts'
import type { Asked } from '../numa/asked.ts'
import { agreed } from './agreed.ts'

const versions = ['1.2', '2.0']
const models = ['tpm-tis', 'tpm-crb']

const requireOneOf = (what: string, value: string, valid: readonly string[]): void => {
  if (!valid.includes(value))
    throw errors.BadRequest({
      reason: `Invalid TPM ${what} '${value}'. Allowed values: ${valid.join(', ')}.`,
    })
}

/** Throws, in Nova's words, when flavor and image request a TPM that does not exist, or two different ones. */
export const requireTpm = (asked: Asked): void => {
  const version = agreed(asked, 'tpm_version')
  if (version === undefined) return
  requireOneOf('version', version, versions)
  const model = agreed(asked, 'tpm_model') ?? 'tpm-tis'
  requireOneOf('model', model, models)
  if (model === 'tpm-crb' && version !== '2.0')
    throw errors.BadRequest({ reason: 'TPM model CRB is only valid with TPM version 2.0.' })
}
