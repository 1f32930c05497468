import type { Values } from '../../panel/values.ts'

/** Changes of an image, as the patch that its API wants. */
export const patchOf = (values: Values): unknown =>
  Object.entries(values).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }))
