import type { HeatConfig } from '../../config.ts'
import type { StoredTemplate } from '../../db/templates.ts'
import { errors } from '../../errors.ts'
import { mergeEnvironments } from '../../language/merge-environments.ts'
import { isList, isMap } from '../../language/shapes.ts'
import { readSource, type Source } from '../../language/source.ts'

type Values = Readonly<Record<string, unknown>>

/** A stack's template, environment and files from a request. */
export interface StackRequest {
  readonly source: Source | undefined
  readonly stored: StoredTemplate
}

const sizeOf = (value: unknown): number =>
  Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value ?? ''))

const refuseSize = (value: unknown, { DEFAULT }: HeatConfig): void => {
  const size = sizeOf(value)
  if (size > DEFAULT.max_template_size)
    throw errors.RequestLimitExceeded({
      message: `Request limit exceeded: Template size (${size} bytes) exceeds maximum allowed size (${DEFAULT.max_template_size} bytes).`,
    })
}

const filesOf = (given: unknown): Readonly<Record<string, string>> => {
  if (given === undefined || given === null) return {}
  if (!isMap(given)) throw errors.BadRequest({ message: 'files must be a map' })
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [
      name,
      typeof text === 'string' ? text : JSON.stringify(text),
    ]),
  )
}

const environmentText = (given: unknown): Values => {
  if (given === undefined || given === null || given === '') return {}
  return typeof given === 'string' || isMap(given) ? readSource(given).value : {}
}

/** The environment of a request: its environment files merged, or the single one given. */
const environmentOf = (body: Values, files: Readonly<Record<string, string>>): Values => {
  const names = isList(body.environment_files) ? body.environment_files.map(String) : []
  const whole = environmentText(body.environment)
  if (names.length === 0) return mergeEnvironments([whole])
  // Clients also send their own merge of the files. Only its registry is used, because it contains hooks that are in no file.
  const hooks = isMap(whole.resource_registry) ? { resource_registry: whole.resource_registry } : {}
  return mergeEnvironments([hooks, ...names.map((name) => environmentText(files[name]))])
}

/** Reads a request; a PATCH keeps what it omits from `before`. */
export const readStackRequest = (body: Values, config: HeatConfig, before?: StoredTemplate): StackRequest => {
  const files = { ...before?.files, ...filesOf(body.files) }
  const given = body.template
  if (given === undefined || given === null) {
    if (typeof body.template_url === 'string' && files[body.template_url] === undefined)
      throw errors.BadRequest({
        message: `Could not retrieve template: ${body.template_url} is not among the files`,
      })
    if (before === undefined && typeof body.template_url !== 'string')
      throw errors.BadRequest({ message: 'No template specified' })
  }
  const text = given ?? (typeof body.template_url === 'string' ? files[body.template_url] : undefined)
  refuseSize(text, config)
  for (const content of Object.values(files)) refuseSize(content, config)
  const source = text === undefined || text === null ? undefined : readSource(text)
  const environment = mergeEnvironments([before?.environment ?? {}, environmentOf(body, files)])
  const cleared = isList(body.clear_parameters) ? body.clear_parameters.map(String) : []
  const old = isMap(environment.parameters) ? environment.parameters : {}
  const kept = Object.fromEntries(Object.entries(old).filter(([name]) => !cleared.includes(name)))
  const parameters = { ...kept, ...(isMap(body.parameters) ? body.parameters : {}) }
  return {
    source,
    stored: {
      template: source?.value ?? before?.template ?? {},
      environment: { ...environment, parameters },
      files,
    },
  }
}
