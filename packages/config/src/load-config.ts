import { messageOf } from '@nimbo/kernel/errors'
import { ConfigError } from './config-error.ts'
import type { Option } from './option.ts'
import type { Config, OptionGroup } from './option-group.ts'
import { readIni } from './read-ini.ts'
import { type RawSettings, rawSettings } from './settings.ts'

/** Where settings come from. */
export interface ConfigSources {
  /** Paths of INI files; later ones override earlier ones. */
  readonly files: readonly string[]
  /** Paths of INI files with defaults: what they say of an option counts only if no other file says anything of it. */
  readonly builtIn?: readonly string[]
  /** `OS_<GROUP>__<OPTION>` overrides files, `_` standing for `:` of a group; pass `process.env`, or `{}` for none. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Further groups that values may refer to, such as `$state_path`. */
  readonly referable?: readonly OptionGroup[]
}

/** Loads all options of the groups, frozen. Throws {@link ConfigError} with all problems. */
export type ConfigReader = <const Group extends OptionGroup>(options: readonly Group[]) => Config<Group>

/**
 * Reads the files once, and returns a function that loads options of any groups from environment, files and defaults, in that order
 * of precedence. Other options in the files are ignored, since other services may read them. Throws {@link ConfigError} for files
 * that cannot be read or parsed.
 */
export const configReader = ({ files, builtIn = [], env, referable = [] }: ConfigSources): ConfigReader => {
  const settingsOf = rawSettings({
    assignments: files.flatMap(readIni),
    builtIn: builtIn.flatMap(readIni),
    ...{ env, referable },
  })
  return (options) => configOf(options, settingsOf(options))
}

/** Loads options once, as {@link configReader} does. */
export const loadConfig = <const Group extends OptionGroup>({
  options,
  ...sources
}: ConfigSources & { readonly options: readonly Group[] }): Config<Group> => configReader(sources)(options)

const configOf = <const Group extends OptionGroup>(
  options: readonly Group[],
  settings: RawSettings,
): Config<Group> => {
  const problems: string[] = []
  const config: Record<string, Record<string, unknown>> = {}
  for (const { name: group, options: members } of options) {
    const values = config[group] ?? {}
    config[group] = values
    for (const [name, option] of Object.entries(members)) {
      try {
        values[name] = loadOption(group, name, option, settings)
      } catch (error) {
        problems.push(messageOf(error))
      }
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  for (const values of Object.values(config)) Object.freeze(values)
  return Object.freeze(config) as Config<Group>
}

const loadOption = (group: string, name: string, option: Option, settings: RawSettings): unknown => {
  const given = option.numbered ? settings.numbered(group, name) : settings.given(group, name)
  if (given.length === 0) return defaultOf(group, name, option, settings)
  const values = given.map(({ text, origin }) => {
    const at = `${origin}: [${group}] ${name}`
    const expanded = settings.expand(text, group, at)
    try {
      return option.parse(expanded)
    } catch (error) {
      const shown = option.secret ? '(secret)' : expanded.replaceAll('\n', ' ')
      throw new Error(`${at} = ${shown}: must be ${messageOf(error)}`)
    }
  })
  return Object.freeze(option.multiple ? values.flat() : values.at(-1))
}

/** A default may refer to other options, such as `$state_path/images`. */
const defaultOf = (group: string, name: string, option: Option, settings: RawSettings): unknown => {
  if (option.required) throw new Error(`[${group}] ${name} must be set: ${option.help}`)
  if (option.defaultText === undefined) return undefined
  const expanded = settings.expand(option.defaultText, group, `default of [${group}] ${name}`)
  return Object.freeze(option.parse(expanded))
}
