import { isPayload } from './payload.ts'

/** An invalid path. */
export class PathMistake extends Error {
  override readonly name = 'PathMistake'
}

type Step = string | number | '*'

const stepForm =
  /^(?:\.?([A-Za-z_][\w-]*)|\.?'([^']*)'|\.?"([^"]*)"|\[(?:'([^']*)'|"([^"]*)"|(\d+)|(\*))\]|\.(\*))/

const stepsOf = (path: string): readonly Step[] => {
  const steps: Step[] = []
  for (let rest = path.replace(/^\$\.?/, ''); rest !== ''; ) {
    const found = stepForm.exec(rest)
    if (found === null)
      throw new PathMistake(`${path}: cannot be read from column ${path.length - rest.length + 1} on`)
    const [whole, ...parts] = found
    const [plain, one, two, three, four, index] = parts
    const name = plain ?? one ?? two ?? three ?? four
    steps.push(name ?? (index === undefined ? '*' : Number(index)))
    rest = rest.slice(whole.length)
  }
  return steps
}

const within = (value: unknown, step: Step): readonly unknown[] => {
  if (step === '*') return Array.isArray(value) ? value : isPayload(value) ? Object.values(value) : []
  if (Array.isArray(value)) return typeof step === 'number' && step in value ? [value[step]] : []
  return isPayload(value) && Object.hasOwn(value, step) ? [value[step]] : []
}

/**
 * Reads a path of Ceilometer's configuration files: names separated by dots, `'quoted'` where they contain dots, `[0]` and `[*]`
 * for list items. Returns a function that finds all non-null values at the path. Throws {@link PathMistake}, with the position.
 */
export const jsonPath = (path: string): ((message: unknown) => readonly unknown[]) => {
  const steps = stepsOf(path)
  return (message) =>
    steps
      .reduce<readonly unknown[]>((values, step) => values.flatMap((value) => within(value, step)), [message])
      .filter((value) => value !== null && value !== undefined)
}
