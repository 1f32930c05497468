import type { Sealing } from './sealing.ts'
import { passwordKey } from './stack-user.ts'

type Data = Readonly<Record<string, string>>

/** Whether a key of a resource's data is the engine's own, such as the id of the resource's user, and not the type's. */
const isOfEngine = (key: string): boolean => key.startsWith('heat:')

/** The engine's own keys are not encrypted, except the password of a resource's user. */
const isSecret = (key: string): boolean => !isOfEngine(key) || key === passwordKey

/** A resource's data as stored in the database; an undefined value removes its key. */
export const sealedData = (
  { secret }: Sealing,
  data: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      value !== undefined && isSecret(key) ? secret(value) : value,
    ]),
  )

/**
 * The data of an adopted resource as stored in the database. The engine trusts its own keys: an author who could set them would
 * name any Keystone user as the resource's, and get that user's EC2 key.
 */
export const adoptedData = (sealing: Sealing, data: Readonly<Record<string, unknown>>) =>
  sealedData(
    sealing,
    Object.fromEntries(
      Object.entries(data).flatMap(([key, value]) => (isOfEngine(key) ? [] : [[key, String(value)]])),
    ),
  )

/** Decrypts a resource's data from its row. */
export const keptData = ({ open }: Sealing, text: string): Data => {
  const kept: Data = JSON.parse(text)
  return Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [key, typeof value === 'string' ? open(value) : value]),
  )
}
