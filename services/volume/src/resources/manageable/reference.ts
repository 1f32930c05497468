import { errors } from '../../errors.ts'

/** The name on the back end that a reference contains. */
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
