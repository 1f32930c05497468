import type { Assignment } from './ini-file.ts'
import { interpolate } from './interpolate.ts'
import type { OptionGroup } from './option-group.ts'

/** The text given for an option, and its origin. */
export interface Given {
  readonly text: string
  /** `nova.conf:12`, or the environment variable. */
  readonly origin: string
}

/** Settings before they are parsed. */
export interface RawSettings {
  /** Every text given for an option, in order. */
  readonly given: (group: string, name: string) => readonly Given[]
  /** The last text given for each option that has a number in place of the `N` at the end of `name`, as `NUMBER=TEXT`. */
  readonly numbered: (group: string, name: string) => readonly Given[]
  /** The text with references replaced; `at` starts the error message for an unknown reference. */
  readonly expand: (text: string, group: string, at: string) => string
}

/** References without a section fall back to this one, as in oslo.config. */
const defaultSection = 'DEFAULT'

interface SettingSources {
  readonly assignments: readonly Assignment[]
  /** Used for options without assignments. */
  readonly builtIn: readonly Assignment[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Groups that values may refer to besides those being loaded. */
  readonly referable: readonly OptionGroup[]
}

const bySlot = (assignments: readonly Assignment[]): ReadonlyMap<string, readonly Assignment[]> =>
  Map.groupBy(assignments, ({ section, key }) => slot(section, key))

/** Returns the settings of the groups given to it; what does not depend on these is found out once. */
export const rawSettings = ({ assignments, builtIn, env, referable }: SettingSources) => {
  const fromFiles = new Map([...bySlot(builtIn), ...bySlot(assignments)])
  const ofReferable = defaultTexts(referable)
  return (groups: readonly OptionGroup[]): RawSettings => settingsOf(groups, { fromFiles, env, ofReferable })
}

interface Known {
  readonly fromFiles: ReadonlyMap<string, readonly Assignment[]>
  readonly env: SettingSources['env']
  readonly ofReferable: ReadonlyMap<string, string>
}

const settingsOf = (groups: readonly OptionGroup[], { fromFiles, env, ofReferable }: Known): RawSettings => {
  const ofGroups = defaultTexts(groups)

  const given = (group: string, name: string): readonly Given[] => {
    const exact = `OS_${group}__${name}`.toUpperCase()
    // Shells drop variables with characters such as `:` (OS_FILTER:SLO__…), so the name with `_` in their place is accepted too.
    const variable = env[exact] === undefined ? exact.replaceAll(/\W/g, '_') : exact
    const text = env[variable]
    return text === undefined ? (fromFiles.get(slot(group, name)) ?? []) : [{ text, origin: variable }]
  }

  const numbered = (group: string, name: string): readonly Given[] => {
    const stem = name.slice(0, -1)
    const variables = [`OS_${group}__${stem}`, `OS_${group.replaceAll(/\W/g, '_')}__${stem}`]
    const numbers = [
      ...[...fromFiles.keys()].map((key) => numberBehind(key, slot(group, stem))),
      ...Object.keys(env).flatMap((key) => variables.map((one) => numberBehind(key, one.toUpperCase()))),
    ]
    return [...new Set(numbers)].flatMap((number) => {
      const found = number === undefined ? undefined : given(group, stem + number).at(-1)
      return found ? [{ ...found, text: `${number}=${found.text}` }] : []
    })
  }

  const expand = (text: string, group: string, at: string, trail: readonly string[] = []): string =>
    interpolate(text, (reference) => {
      const [first = '', second] = reference.split('.')
      const candidates = second === undefined ? [group, defaultSection] : [first]
      const name = second ?? first
      for (const section of candidates) {
        const place = slot(section, name)
        const found = given(section, name).at(-1)?.text ?? ofGroups.get(place) ?? ofReferable.get(place)
        if (found === undefined) continue
        if (trail.includes(place)) throw new Error(`${at}: $${reference} leads back to itself`)
        return expand(found, section, at, [...trail, place])
      }
      throw new Error(`${at}: $${reference} is no option; write $$ for a dollar sign`)
    })

  return { given, numbered, expand }
}

const numberBehind = (name: string, stem: string): string | undefined => {
  const rest = name.startsWith(stem) ? name.slice(stem.length) : ''
  return /^\d+$/.test(rest) ? rest : undefined
}

const defaultTexts = (groups: readonly OptionGroup[]): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap((group) =>
      Object.entries(group.options).map(([name, option]) => [
        slot(group.name, name),
        option.defaultText ?? '',
      ]),
    ),
  )

const slot = (section: string, key: string): string => `${section}.${key}`
