import { stringify } from 'yaml'

const sortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([key, each]) => [key, sortedKeys(each)] as const)
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** YAML in block style with sorted keys, like PyYAML's `safe_dump`. */
export const yamlFormat = (value: unknown): string =>
  stringify(sortedKeys(value), {
    version: '1.1',
    singleQuote: true,
    indentSeq: false,
    aliasDuplicateObjects: false,
    lineWidth: 80,
  })
