import type { Sealing } from './sealing.ts'
import { passwordKey } from './stack-user.ts'

type Data = Readonly<Record<string, string>>

/** The engine's own keys are not encrypted, except the password of a resource's user. */
const isSecret = (key: string): boolean => !key.startsWith('heat:') || key === passwordKey

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

/** Decrypts a resource's data from its row. */
export const keptData = ({ open }: Sealing, text: string): Data => {
  const kept: Data = JSON.parse(text)
  return Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [key, typeof value === 'string' ? open(value) : value]),
  )
}
