import { errors } from '../errors.ts'

/** The record, or `NotFound` in the words of the API. */
export const found = <Kept>(record: Kept | undefined, type: string, id: string): Kept => {
  if (record === undefined) throw errors.NotFound({ type, id })
  return record
}

/** What an update may bring: any of the fields, each of them perhaps undefined. */
export type Changes<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined }

/** The record with what is given of `changes`; what is undefined stays as it was. */
export const changed = <Kept extends object>(
  record: Kept,
  changes: Readonly<Record<string, unknown>>,
): Kept =>
  ({
    ...record,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  }) as Kept

/** Refuses to touch what an operator has marked as not to be changed, unless the change is to take the mark off. */
export const refuseImmutable = (
  verb: 'update' | 'delete',
  type: string,
  { id, options }: { readonly id: string; readonly options: { readonly immutable?: unknown } },
  changes: { readonly options?: { readonly immutable?: unknown } | undefined } = {},
): void => {
  if (options.immutable !== true || changes.options?.immutable === false) return
  throw errors.Immutable({ verb, type, id })
}
