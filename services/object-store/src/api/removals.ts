import type { Metadata } from '../domain/metadata.ts'

/** Translates `X-Remove-Container-Meta-Color` into the empty value that removes the item. */
export const removals = (headers: Metadata, of: 'account' | 'container'): Metadata => {
  const prefix = `x-remove-${of}-`
  return Object.fromEntries(
    Object.keys(headers)
      .filter((name) => name.startsWith(prefix))
      .map((name) => [`x-${of}-${name.slice(prefix.length)}`, '']),
  )
}
