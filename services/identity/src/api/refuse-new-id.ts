import { errors } from '../errors.ts'

/** Throws `Invalid` if an update names another id than that of its record. */
export const refuseNewId = (asked: object, has: string): void => {
  const id: unknown = Reflect.get(asked, 'id') ?? has
  if (id !== has) throw errors.Invalid({ reason: 'Cannot change ID' })
}
