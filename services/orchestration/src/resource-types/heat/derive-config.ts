import type { Handling } from '../../resource-type/handling.ts'
import type { SignalUser } from '../../resource-type/signals.ts'
import { resourceErrors } from '../../resource-type/errors.ts'
import { isShown, type Shown } from '../field-of.ts'
import type { DeployAction, DeploymentProperties } from './deployment-properties.ts'
import { keepConfig, showConfig } from './kept-config.ts'
import { openObject } from './signal-objects.ts'

interface Input {
  readonly name: string
  readonly type: string
  readonly description?: string
  readonly value: unknown
}

type Deployment = Handling<DeploymentProperties>

const ofUser = ({
  userId,
  userName,
  password,
  projectId,
  authUrl,
}: SignalUser): Readonly<Record<string, string>> => ({
  deploy_auth_url: authUrl,
  deploy_user_id: userId,
  deploy_username: userName,
  deploy_password: password,
  deploy_project_id: projectId,
})

/** The Swift object that a server puts its signal into, for `TEMP_URL_SIGNAL`. */
export const signalPlace = ({ resource }: Deployment) => ({
  container: resource.physicalName,
  object: resource.id,
})

/** The inputs that tell the server how to signal. */
const waysToSignal = async (deployment: Deployment): Promise<Readonly<Record<string, string>>> => {
  const { properties, signals, clients } = deployment
  switch (properties.signal_transport) {
    case 'CFN_SIGNAL':
      return { deploy_signal_id: await signals.signedUrl('signal'), deploy_signal_verb: 'POST' }
    case 'TEMP_URL_SIGNAL':
      return {
        deploy_signal_id: await openObject(clients, signalPlace(deployment)),
        deploy_signal_verb: 'PUT',
      }
    case 'HEAT_SIGNAL':
      return ofUser(await signals.user())
    case 'NO_SIGNAL':
      return {}
    default:
      throw resourceErrors.ResourceFailure({
        problem: `${properties.signal_transport} is not a signal transport of this cloud`,
      })
  }
}

/** The inputs about the deployment, which every config gets. */
const deployInputs = async (deployment: Deployment, action: DeployAction): Promise<readonly Input[]> => {
  const { properties, stack, resource } = deployment
  const values = {
    deploy_server_id: properties.server,
    deploy_action: action,
    deploy_stack_id: `${stack.name}/${stack.id}`,
    deploy_resource_name: resource.name,
    deploy_signal_transport: properties.signal_transport,
    ...(await waysToSignal(deployment)),
  }
  return Object.entries(values).map(([name, value]) => ({ name, type: 'String', value }))
}

/** The inputs of a config with their values: the deployment's, or the config's defaults. */
const filled = (declared: readonly Shown[], given: Readonly<Record<string, unknown>>): readonly Input[] => {
  const known = declared.map(
    ({ name, type, default: fallback, ...rest }): Input => ({
      ...rest,
      name: String(name),
      type: String(type ?? 'String'),
      value: given[String(name)] ?? fallback ?? null,
    }),
  )
  const further = Object.entries(given)
    .filter(([name]) => !known.some((input) => input.name === name))
    .map(([name, value]) => ({ name, type: 'String', value }))
  return [...known, ...further]
}

/** Substitutes input values in a structured config. */
const substituted = (value: unknown, key: string, inputs: readonly Input[], isStrict: boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => substituted(item, key, inputs, isStrict))
  if (!isShown(value)) return value
  const [[word, name] = [], ...others] = Object.entries(value)
  if (word === key && others.length === 0 && typeof name === 'string') {
    const input = inputs.find((one) => one.name === name)
    if (input === undefined && isStrict)
      throw resourceErrors.ResourceFailure({ problem: `The input ${name} has no value` })
    return input?.value ?? null
  }
  return Object.fromEntries(
    Object.entries(value).map(([each, inner]) => [each, substituted(inner, key, inputs, isStrict)]),
  )
}

/** Stores a copy of the deployment's config with input values, which the server fetches; resolves to its id. */
export const deriveConfig = async (deployment: Deployment, action: DeployAction): Promise<string> => {
  const { properties, resource } = deployment
  const { config, input_values = {}, input_key, input_values_validate } = properties
  const source =
    config === undefined
      ? { group: 'Heat::Ungrouped', config: '', inputs: [], outputs: [], options: {} }
      : await showConfig(deployment, config)
  const inputs = [...filled(source.inputs, input_values), ...(await deployInputs(deployment, action))]
  return keepConfig(deployment, properties.name ?? resource.physicalName, {
    group: source.group,
    config:
      input_key === undefined
        ? source.config
        : substituted(source.config, input_key, inputs, input_values_validate === 'STRICT'),
    options: isShown(source.options) ? source.options : {},
    inputs,
    outputs: source.outputs,
  })
}
