import { ConfigError } from './config-error.ts'
import type { Assignment } from './ini-file.ts'
import { loadConfig } from './load-config.ts'
import { nearestWord } from './nearest-word.ts'
import type { Config, OptionGroup } from './option-group.ts'
import { readIni } from './read-ini.ts'

/** A file with all options allowed in it, which may be more than its reader needs. */
export interface StrictFile {
  readonly path: string
  readonly known: readonly OptionGroup[]
}

export interface StrictSources<Group extends OptionGroup> {
  readonly files: readonly StrictFile[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly options: readonly Group[]
}

/** Like {@link loadConfig}, but also refuses unknown options. Throws {@link ConfigError} with all problems of all files. */
export const loadStrictly = <const Group extends OptionGroup>({
  files,
  env,
  options,
}: StrictSources<Group>): Config<Group> => {
  const problems = files.flatMap(unknownOptions)
  try {
    const config = loadConfig({ files: files.map(({ path }) => path), env, options })
    if (problems.length === 0) return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    problems.push(...error.problems)
  }
  // An unreadable file is reported twice.
  throw new ConfigError([...new Set(problems)])
}

/** One line per unknown option. */
const unknownOptions = ({ path, known }: StrictFile): readonly string[] => {
  const sections = new Map<string, Set<string>>()
  for (const { name, options } of known) {
    const members = sections.get(name) ?? new Set()
    for (const option of Object.keys(options)) members.add(option)
    sections.set(name, members)
  }
  try {
    return readIni(path).flatMap((assignment) => problemOf(assignment, sections) ?? [])
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

type Sections = ReadonlyMap<string, ReadonlySet<string>>

const problemOf = ({ section, key, origin }: Assignment, sections: Sections): string | undefined => {
  const members = sections.get(section)
  // A numbered option is declared with `N` in the place of its number.
  if (members?.has(key) || members?.has(key.replace(/\d+$/, 'N'))) return undefined
  const at = `${origin}: [${section}] ${key}`
  if (!members)
    return `${at}: there is no section [${section}]${meant(nearestSection(section, key, sections))}`
  return `${at}: there is no such option${meant(nearestWord(key, members) ?? elsewhere(key, sections))}`
}

const nearestSection = (section: string, key: string, sections: Sections): string | undefined => {
  const near = nearestWord(section, sections.keys())
  return near === undefined ? elsewhere(key, sections) : `[${near}]`
}

/** The only section that has an option of this name. */
const elsewhere = (key: string, sections: Sections): string | undefined => {
  const homes = [...sections].filter(([, members]) => members.has(key))
  return homes.length === 1 && homes[0] ? `[${homes[0][0]}] ${key}` : undefined
}

const meant = (word: string | undefined): string => (word === undefined ? '' : `; did you mean ${word}?`)
