/** The content of a configuration file, by section and option. */
export type Sections = Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>

export const iniOf = (sections: Sections): string =>
  Object.entries(sections)
    .map(([name, options]) => {
      const lines = Object.entries(options).map(([option, value]) => `${option} = ${value}`)
      return [`[${name}]`, ...lines, ''].join('\n')
    })
    .join('\n')

/** Merges configurations; later ones take precedence. */
export const merged = (all: readonly Sections[]): Sections => {
  const names = new Set(all.flatMap((sections) => Object.keys(sections)))
  return Object.fromEntries(
    [...names].map((name) => [name, Object.assign({}, ...all.map((sections) => sections[name] ?? {}))]),
  )
}
