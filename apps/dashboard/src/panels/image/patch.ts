import type { Values } from '../../panel/values.ts'

/** Changes of an image as a JSON patch. */
export const patchOf = (values: Values): unknown =>
  Object.entries(values).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }))

/** The path of a property, which may contain slashes. */
const pathOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Adds properties to an image, or replaces them. */
export const additionOf = (values: Values): unknown =>
  Object.entries(values).map(([name, value]) => ({ op: 'add', path: pathOf(name), value }))

/** Removes a property of an image. */
export const removalOf = (name: string): unknown => [{ op: 'remove', path: pathOf(name) }]
