/** A line of the InfluxDB line protocol: `cpu,host=a,core=0 user=1.5,idle=90 1700000000000000000`. */
export interface InfluxLine {
  readonly measurement: string
  readonly tags: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, number>>
  /** In microseconds; undefined for the current time. */
  readonly instant: number | undefined
}

/** An invalid line. */
export class LineMistake extends Error {
  override readonly name = 'LineMistake'
}

const perUnit: Readonly<Record<string, number>> = {
  ...{ n: 1e-3, ns: 1e-3, u: 1, µ: 1, us: 1, ms: 1e3, s: 1e6, m: 6e7, h: 3.6e9 },
}

/** Splits at a separator that is neither escaped by a backslash nor within quotes. */
const split = (text: string, sign: string): readonly string[] => {
  const parts = ['']
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '\\') {
      parts.push(`${parts.pop() ?? ''}${letter}${text[at + 1] ?? ''}`)
      at += 1
      continue
    }
    if (letter === '"') quoted = !quoted
    if (letter === sign && !quoted) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${letter}`)
  }
  return parts
}

const plain = (text: string): string => text.replaceAll(/\\([,= \\"])/g, '$1')

const pairsOf = (parts: readonly string[]): readonly (readonly [string, string])[] =>
  parts.map((part) => {
    const [name, value, more] = split(part, '=')
    if (!name || value === undefined || more !== undefined)
      throw new LineMistake(`"${part}" is not name=value`)
    return [plain(name), plain(value)]
  })

const numberOf = ([name, text]: readonly [string, string]): readonly (readonly [string, number])[] => {
  if (/^(t|true)$/i.test(text)) return [[name, 1]]
  if (/^(f|false)$/i.test(text)) return [[name, 0]]
  // Text values are not measures.
  if (text.startsWith('"')) return []
  const value = Number(text.replace(/[iu]$/, ''))
  if (!Number.isFinite(value)) throw new LineMistake(`"${text}" is not a number`)
  return [[name, value]]
}

/** Reads a line. Throws {@link LineMistake}. */
export const readLine = (line: string, precision: string): InfluxLine => {
  const [what = '', values = '', instant, more] = split(line, ' ')
  const unit = perUnit[precision]
  if (unit === undefined) throw new LineMistake(`there is no precision ${precision}`)
  if (values === '' || more !== undefined)
    throw new LineMistake('a line is a measurement, fields and an instant')
  const [measurement = '', ...tags] = split(what, ',')
  const at = instant === undefined || instant === '' ? undefined : Math.round(Number(instant) * unit)
  if (measurement === '' || (at !== undefined && !Number.isSafeInteger(at)))
    throw new LineMistake(`cannot read "${line}"`)
  return {
    measurement: plain(measurement),
    tags: Object.fromEntries(pairsOf(tags)),
    fields: Object.fromEntries(pairsOf(split(values, ',')).flatMap(numberOf)),
    instant: at,
  }
}
