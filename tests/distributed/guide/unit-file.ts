/** The settings of one section of a unit, each with all its values, since some occur several times. */
export type UnitSection = ReadonlyMap<string, readonly string[]>

/** Parses unit files in the syntax of systemd.syntax(7); later ones add to earlier ones. */
export const parseUnit = (...texts: readonly string[]): ReadonlyMap<string, UnitSection> => {
  const sections = new Map<string, Map<string, string[]>>()
  for (const text of texts) {
    let current: Map<string, string[]> | undefined
    for (const raw of text.split('\n')) {
      const line = raw.trim()
      if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
      const heading = /^\[(?<name>\w+)\]$/.exec(line)?.groups?.name
      if (heading !== undefined) {
        current = sections.get(heading) ?? new Map()
        sections.set(heading, current)
        continue
      }
      const [name = '', value] = splitOnce(line, '=')
      if (value === undefined || current === undefined) throw new SyntaxError(`not a line of a unit: ${raw}`)
      current.set(name, [...(current.get(name) ?? []), value])
    }
  }
  return sections
}

const splitOnce = (text: string, mark: string): readonly [string, string | undefined] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at).trim(), text.slice(at + mark.length).trim()]
}

/** The command and environment of an instance of a template, in which `%i` is the instance. */
export const serviceOf = (
  unit: ReadonlyMap<string, UnitSection>,
  instance: string,
): { readonly command: readonly string[]; readonly environment: Readonly<Record<string, string>> } => {
  const service = unit.get('Service')
  const [command, ...more] = service?.get('ExecStart') ?? []
  if (command === undefined || more.length > 0) throw new RangeError('a service has one ExecStart')
  const pairs = (service?.get('Environment') ?? [])
    .flatMap((line) => line.split(/\s+/))
    .map((pair) => splitOnce(pair, '='))
  return {
    command: command.replaceAll('%i', instance).split(/\s+/),
    environment: Object.fromEntries(pairs.map(([name, value]) => [name, value ?? ''])),
  }
}
