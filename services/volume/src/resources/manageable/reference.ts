import { errors } from '../../errors.ts'

/** The name by which a back end knows what a reference means. */
export const nameIn = (reference: Readonly<Record<string, string>>): string => {
  const name = reference['source-name']
  if (!name) {
    throw errors.ManageExistingInvalidReference({
      reference: JSON.stringify(reference),
      reason: 'Reference must contain source-name element.',
    })
  }
  return name
}

export const referenceTo = (name: string): { 'source-name': string } => ({ 'source-name': name })
