import type { Option } from './option.ts'
import type { OptionGroup } from './option-group.ts'

/**
 * The options of each section, groups of the same name joined: sections and options by name, DEFAULT first. An option that
 * several parts of the cloud read is there once.
 */
export const bySection = (
  groups: readonly OptionGroup[],
): readonly (readonly [section: string, options: readonly (readonly [name: string, option: Option])[]])[] =>
  [...Map.groupBy(groups, ({ name }) => name)]
    .sort(([a], [b]) => Number(b === 'DEFAULT') - Number(a === 'DEFAULT') || compare(a, b))
    .map(([section, parts]) => [
      section,
      [...new Map(parts.flatMap(({ options }) => Object.entries(options)))].sort(([a], [b]) => compare(a, b)),
    ])

/** By code unit, so that generated files are the same in every locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
