import type { Sealing } from './sealing.ts'
import { passwordKey } from './stack-user.ts'

type Data = Readonly<Record<string, string>>

/** The engine's own keys are no secrets, but for the password of a resource's user. */
const isSecret = (key: string): boolean => !key.startsWith('heat:') || key === passwordKey

/** What is to be kept with a resource, as the database has it; undefined stays, and removes a value. */
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

/** What is kept with a resource, from its row. */
export const keptData = ({ open }: Sealing, text: string): Data => {
  const kept: Data = JSON.parse(text)
  return Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [key, typeof value === 'string' ? open(value) : value]),
  )
}
