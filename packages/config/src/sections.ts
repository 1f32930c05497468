import type { Option } from './option.ts'
import type { OptionGroup } from './option-group.ts'

/** The options by section, merging groups of the same name and sorted by name with DEFAULT first. Duplicates appear once. */
export const bySection = (
  groups: readonly OptionGroup[],
): readonly (readonly [section: string, options: readonly (readonly [name: string, option: Option])[]])[] =>
  [...Map.groupBy(groups, ({ name }) => name)]
    .sort(([a], [b]) => Number(b === 'DEFAULT') - Number(a === 'DEFAULT') || compare(a, b))
    .map(([section, parts]) => [
      section,
      [...new Map(parts.flatMap(({ options }) => Object.entries(options)))].sort(([a], [b]) => compare(a, b)),
    ])

/** Compares code units, so that generated files do not depend on the locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
