import type { Operation } from '@nimbo/operation/operation'
import type { Values } from '../panel/values.ts'
import type { Panel } from '../panel/panel.ts'

const parametersOf = ({ path }: Pick<Operation, 'path'>): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/**
 * The path parameters that an item's key fills: the last parameter of the path, or as many of the last ones as the key has parts,
 * which are separated by blanks.
 */
export const keyInPath = (
  { key: named = 'id' }: Pick<Panel, 'key'>,
  operation: Pick<Operation, 'path'>,
  key: string,
): Values => {
  const count = named.split(' ').length
  const words = count === 1 ? [key] : key.split(' ')
  const names = parametersOf(operation).slice(-count)
  return Object.fromEntries(names.map((name, index) => [name, words[index]]))
}
