import { tpmSecretSecurityOf, vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { errors } from '../../errors.ts'

type Specs = Readonly<Record<string, string>>

interface Resized {
  readonly from: { readonly extraSpecs: Specs }
  readonly to: { readonly extraSpecs: Specs }
  readonly imageProperties: Specs
}

/** Throws Nova's 409 when a resize would give the secret of a TPM another owner. */
export const requireTpmOwnerStays = ({ from, to, imageProperties }: Resized): void => {
  const [before, after] = [from, to].map(({ extraSpecs }) =>
    vtpmOf({ extraSpecs, imageProperties }) === undefined ? undefined : tpmSecretSecurityOf(extraSpecs),
  )
  if (before === undefined || after === undefined || before === after) return
  if (before === 'deployment' || after === 'deployment')
    throw errors.Conflict({
      reason:
        "Resize between 'deployment' TPM secret security and other TPM secret security modes is not supported.",
    })
}
