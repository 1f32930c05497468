import type { Values } from '../../panel/values.ts'

/** Changes of an image as a JSON patch. */
export const patchOf = (values: Values): unknown =>
  Object.entries(values).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }))
