import type { FormSpec } from '../panel/form-spec.ts'
import type { Values } from '../panel/values.ts'

/** A word as a shell takes it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const dashed = (name: string): string => name.replaceAll(/[_:]/g, '-')

const optionsOf = (option: string, value: unknown): readonly string[] => {
  if (value === undefined || value === '' || value === null) return []
  if (value === true) return [`--${option}`]
  if (value === false) return []
  if (Array.isArray(value)) return value.flatMap((one) => optionsOf(option, one))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) => [
      `--${option}`,
      shellWord(`${name}=${String(one)}`),
    ])
  return [`--${option}`, shellWord(String(value))]
}

/** What a form does, as a command of the command line; undefined where it has none. Secrets are left out. */
export const commandLine = (
  { command, fields, positional = 'name' }: Pick<FormSpec, 'command' | 'fields' | 'positional'>,
  values: Values,
  subject?: string,
): string | undefined => {
  if (command === undefined) return undefined
  const options = fields.flatMap(({ name, option, as }) => {
    if (option === false || as === 'secret' || (name === positional && subject === undefined)) return []
    return optionsOf(option ?? dashed(name), values[name])
  })
  const last = subject ?? String(values[positional] ?? '')
  return ['openstack', command, ...options, ...(last === '' ? [] : [shellWord(last)])].join(' ')
}
