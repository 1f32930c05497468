import type { Filter, Handler } from './message.ts'
import { mountTable } from './mount-table.ts'

/** Creates a filter from the settings of its section. */
export type FilterFactory = (settings: Readonly<Record<string, string>>) => Filter

export interface PasteParts {
  readonly filters: Readonly<Record<string, FilterFactory>>
  readonly apps: Readonly<Record<string, Handler>>
}

type Sections = ReadonlyMap<string, Readonly<Record<string, string>>>

export class PasteError extends Error {
  override readonly name = 'PasteError'
}

/**
 * Builds the handler described by a Paste Deployment file. Sections:
 * - `[composite:NAME]` with lines `/prefix: NAME`, which dispatches by path;
 * - `[pipeline:NAME]` with `pipeline = filter filter … app`;
 * - `[filter:NAME]` with `use = FILTER` (its own name by default) and the filter's settings;
 * - `[app:NAME]` with `use = APP`.
 * `main` is the name of the first section, without its kind. Throws {@link PasteError} for anything it cannot resolve.
 */
export const loadPaste = (text: string, main: string, parts: PasteParts): Handler => {
  const sections = readSections(text)

  const build = (name: string, within: readonly string[]): Handler => {
    if (within.includes(name)) throw new PasteError(`section ${name} contains itself`)
    const inside = [...within, name]
    const composite = sections.get(`composite:${name}`)
    if (composite) {
      const prefixes = Object.entries(composite).filter(([key]) => key.startsWith('/'))
      return mountTable(
        Object.fromEntries(prefixes.map(([prefix, target]) => [prefix, build(target, inside)])),
      )
    }
    const pipeline = sections.get(`pipeline:${name}`)
    if (pipeline) {
      const names = (pipeline.pipeline ?? '').split(/\s+/).filter(Boolean)
      const app = names.pop()
      if (!app) throw new PasteError(`pipeline ${name} is empty`)
      return names.reduceRight<Handler>((next, filter) => buildFilter(filter)(next), build(app, inside))
    }
    const app = parts.apps[sections.get(`app:${name}`)?.use ?? name]
    if (!app) throw new PasteError(`there is no composite, pipeline or app named ${name}`)
    return app
  }

  const buildFilter = (name: string): Filter => {
    const { use = name, ...settings } = sections.get(`filter:${name}`) ?? {}
    const factory = parts.filters[use]
    if (!factory)
      throw new PasteError(
        `there is no filter named ${use}; known are ${Object.keys(parts.filters).join(', ')}`,
      )
    return factory(settings)
  }

  return build(main, [])
}

/** Parses the sections; an indented line continues the value above it. */
const readSections = (text: string): Sections => {
  const sections = new Map<string, Record<string, string>>()
  let current: Record<string, string> | undefined
  let lastKey: string | undefined
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const section = /^\[(.+)\]$/.exec(line)?.[1]
    if (section) {
      current = {}
      lastKey = undefined
      sections.set(section.trim(), current)
      continue
    }
    if (current && lastKey !== undefined && /^\s/.test(raw)) {
      current[lastKey] = `${current[lastKey]} ${line}`
      continue
    }
    const [, key, value] = /^([^:=\s]+)\s*[:=]\s*(.*)$/.exec(line) ?? []
    if (!current || key === undefined || value === undefined)
      throw new PasteError(`line ${index + 1} is not understood: ${line}`)
    current[key] = value
    lastKey = key
  }
  return sections
}
