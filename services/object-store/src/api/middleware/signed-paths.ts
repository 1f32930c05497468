import type { ObjectRequest } from '../object-request.ts'

/**
 * The forms in which whoever signs may have had a path: as the address of the account in the catalog has it, or from the
 * version on, as Swift's own documents do. They differ where the object store is mounted below another path.
 */
export const signedPaths = ({ http: { mount } }: ObjectRequest, path: string): readonly string[] =>
  mount === '' ? [path] : [path, mount + path]
